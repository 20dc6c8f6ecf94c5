<?php
// Executes calls, one per line of JSON, with the SDK that is installed next to it, and prints their results.

require __DIR__ . '/vendor/autoload.php';

function carryOut(array $line): mixed
{
    $params = $line['params'] ?? [];
    if ($line['call'] === 'webhooks.verify') {
        return Warung\Webhooks::verify($params['body'], $params['headers'], $params['secret']);
    }
    $client = $line['client'];
    $warung = new Warung\Warung(
        $client['url'],
        $client['key'],
        timeoutS: $client['timeoutS'] ?? 45,
        maxWaitS: $client['maxWaitS'] ?? 60,
    );
    [$group, $method] = explode('.', $line['call']);
    $isPlain = in_array($method, ['get', 'cancel', 'explain', 'note', 'close'], true);
    $args = [...(isset($line['id']) ? [$line['id']] : []), ...($isPlain ? [] : [$params])];
    $made = $warung->$group->$method(...$args, ...(isset($line['key']) ? ['idempotencyKey' => $line['key']] : []));
    if (!$made instanceof Generator) {
        return $made;
    }
    $entries = [];
    foreach ($made as $entry) {
        if (array_push($entries, $entry) === ($line['max'] ?? 1000)) {
            break;
        }
    }
    return $entries;
}

while (($text = fgets(STDIN)) !== false) {
    try {
        $said = ['value' => carryOut(json_decode($text, true))];
    } catch (Warung\WarungError $error) {
        $said = ['error' => [
            'kind' => substr($error::class, strlen('Warung\\')),
            'code' => $error->code,
            'fields' => $error->fields,
            'request_id' => $error->requestId,
            'status' => $error->status,
            'retry_after' => $error->retryAfter,
            'body' => $error->body,
            'message' => $error->getMessage(),
        ]];
    } catch (Warung\SignatureError $error) {
        $said = ['error' => ['kind' => 'SignatureError', 'reason' => $error->reason]];
    }
    echo json_encode($said), "\n";
}
