<?php
// The tests of the webhooks: php test/webhooks.php. They need no framework, so that they run wherever PHP runs.

declare(strict_types=1);

require __DIR__ . '/../src/Warung.php';

use Warung\SignatureError;
use Warung\Webhooks;

$failures = 0;
$passed = 0;

function check(string $what, mixed $actual, mixed $expected): void
{
    global $failures, $passed;
    if ($actual === $expected) {
        $passed++;
        return;
    }
    $failures++;
    echo "FAILED $what\n  expected " . json_encode($expected) . "\n  actual   " . json_encode($actual) . "\n";
}

/** Returns verify's result: the facts of the message, or the reason why it is rejected. */
function verdict(string $body, array $headers, mixed $secrets, ?int $now = null, int $toleranceS = 300): array|string
{
    try {
        $message = Webhooks::verify($body, $headers, $secrets, $toleranceS, $now);
    } catch (SignatureError $error) {
        return $error->reason;
    }
    return [
        'id' => $message->id,
        'type' => $message->type,
        'invoice_id' => $message->data['invoice_id'] ?? null,
        'sequence' => $message->sequence,
        'is_test' => $message->isTest,
    ];
}

$vectors = json_decode(file_get_contents(__DIR__ . '/../../sdk-vectors.json'), true);
foreach ($vectors as $vector) {
    ['name' => $name, 'headers' => $headers, 'body' => $body, 'secrets' => $secrets] = $vector;
    $asServer = [];
    foreach ($headers as $key => $value) {
        $asServer['HTTP_' . strtoupper(str_replace('-', '_', $key))] = $value;
    }
    $asLists = array_map(static fn ($value) => [$value], $headers);
    foreach ([$headers, $asServer, $asLists] as $form) {
        check($name, verdict($body, $form, $secrets, $vector['now']), $vector['expected']);
    }
    $lower = array_change_key_case($headers);
    if (is_array($vector['expected']) && !str_contains($lower['webhook-signature'], ' ')) {
        $secret = $secrets[array_key_last($secrets)];
        $made = Webhooks::sign($body, $secret, $lower['webhook-id'], (int) $lower['webhook-timestamp']);
        check("$name, signed", $made['webhook-signature'], $lower['webhook-signature']);
    }
}

$secret = $vectors[0]['secrets'][0];
['body' => $body, 'headers' => $headers] = Webhooks::example($secret, ['reference' => 'ORDER-7']);
check('example of a callback', Webhooks::verify($body, $headers, $secret)->data['reference'], 'ORDER-7');
foreach ([false, null, '', []] as $missing) {
    check('a missing secret', verdict($body, $headers, $missing), 'bad_secret');
}
['body' => $body, 'headers' => $headers] = Webhooks::example($secret, ['order_number' => 'A-1'], 'order.paid');
$message = Webhooks::verify($body, $headers, $secret);
check('the type of an event', [$message->type, $message->sequence], ['order.paid', 1]);
check('the data of an event', $message->data, ['order_number' => 'A-1']);
['body' => $body, 'headers' => $headers] = Webhooks::example($secret, timestamp: 1000);
check('a longer tolerance', is_array(verdict($body, $headers, $secret, 1900, 900)), true);
check('more than a longer tolerance', verdict($body, $headers, $secret, 1901, 900), 'too_old');

echo "$passed passed, $failures failed\n";
exit($failures === 0 ? 0 : 1);
