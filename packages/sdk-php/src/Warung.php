<?php

declare(strict_types=1);

namespace Warung;

// Composer's autoloader has already loaded these.
require_once __DIR__ . '/Types.php';
require_once __DIR__ . '/Webhooks.php';

/** Thrown by every refused or failed call. */
class WarungError extends \RuntimeException
{
    /** @var string identifies the error for programs; docs/errors.md of Warung lists all codes */
    public $code;

    /**
     * @param list<array{path: string, error: string}> $fields the invalid fields, each with a sentence
     * @param string|null $requestId identifies the request for the operator of the shop
     * @param int $status the HTTP status; 0 if there was no answer
     * @param float|null $retryAfter seconds after which the shop accepts the call again; null if it named none
     * @param array<string, mixed> $body the whole answer: with `reference_taken`, it has the payment's `invoice_id`,
     *   `payment_url` and `expires_at`
     */
    public function __construct(
        string $message,
        string $code,
        public readonly int $status = 0,
        public readonly array $fields = [],
        public readonly ?string $requestId = null,
        public readonly ?float $retryAfter = null,
        public readonly array $body = [],
    ) {
        parent::__construct($message);
        $this->code = $code;
    }
}

/** 400: something in the request is not valid; `fields` names it. */
final class InvalidRequestError extends WarungError
{
}

/** 401: the key is missing, not valid, or has ended. */
final class AuthenticationError extends WarungError
{
}

/** The key is valid, but may not make this call. */
final class ForbiddenError extends WarungError
{
}

/** 404: this account and mode have no such object. */
final class NotFoundError extends WarungError
{
}

/** 409 and 422: about the `Idempotency-Key`, or something that the shop is still creating. */
final class ConflictError extends WarungError
{
}

/** 429, after the retries: `retryAfter` is the time to wait before the next attempt. */
final class RateLimitError extends WarungError
{
}

/** 500 and above, after the retries, or an answer that does not come from the shop. */
final class ServerError extends WarungError
{
}

/** There was no answer, after the retries: the address, the network or the time limit. */
final class NetworkError extends WarungError
{
}

/** A client of one account of a Warung shop. Its key belongs in a backend, never in a page. */
final class Warung
{
    // A first failure may be a restart; a third one is an outage.
    private const FAILURES_MAX = 2;
    private const FIRST_PAUSE_S = 0.5;
    // With a Retry-After the shop itself promises to be available.
    private const PROMISED_RETRIES_MAX = 5;
    private const ANSWER_BYTES_MAX = 32 * 1024 * 1024;

    public readonly Payments $payments;
    public readonly Refunds $refunds;
    public readonly Orders $orders;
    public readonly Stock $stock;
    public readonly Bills $bills;
    public readonly Transfers $transfers;
    public readonly Events $events;
    public readonly Qris $qris;
    public readonly Webhooks $webhooks;
    private readonly string $baseUrl;
    private readonly string $apiKey;

    /**
     * @param string $baseUrl the shop's address, such as https://shop.example
     * @param string $apiKey begins with wrg_test_ or wrg_live_
     * @param float $timeoutS the time limit of one attempt; a provider's code may take 35 s
     * @param float $maxWaitS the maximum total of a call's waits; a longer `Retry-After` is thrown at once
     */
    public function __construct(
        string $baseUrl,
        #[\SensitiveParameter] string $apiKey,
        private readonly float $timeoutS = 45,
        private readonly float $maxWaitS = 60,
    ) {
        if (preg_match('#^https?://[^/]#', $baseUrl) !== 1) {
            throw new \InvalidArgumentException('baseUrl is the address of a shop: https://...');
        }
        // A key from a file or variable often ends with a line break, which would end the header.
        $this->apiKey = trim($apiKey);
        if (preg_match('/^[!-~]+$/D', $this->apiKey) !== 1) {
            throw new \InvalidArgumentException("apiKey is missing or damaged: `warung key create` makes one");
        }
        $this->baseUrl = (string) preg_replace('#(/api)?/?$#D', '', $baseUrl, 1);
        $this->payments = new Payments($this);
        $this->refunds = new Refunds($this);
        $this->orders = new Orders($this);
        $this->stock = new Stock($this);
        $this->bills = new Bills($this);
        $this->transfers = new Transfers($this);
        $this->events = new Events($this);
        $this->qris = new Qris($this);
        $this->webhooks = new Webhooks();
    }

    /**
     * Calls any endpoint of the API, with the same retries and errors; returns its whole answer.
     *
     * @param 'GET'|'POST' $method
     * @param array<string, mixed> $fields
     * @return array<string, mixed>
     */
    public function request(string $method, string $path, array $fields = [], ?string $idempotencyKey = null): array
    {
        $url = "$this->baseUrl/api$path";
        $headers = [
            'Accept: application/json',
            "X-API-Key: $this->apiKey",
            // The account may prefer the other dialect, but this client's types describe this one.
            'X-API-Variant: detailed',
            'User-Agent: warung-sdk-php/1.0.0',
            'Expect:',
        ];
        $body = null;
        if ($method === 'GET') {
            $given = array_filter($fields, static fn ($value) => $value !== null);
            $texts = array_map(static fn ($value) => is_bool($value) ? ($value ? 'true' : 'false') : $value, $given);
            $url .= $texts === [] ? '' : '?' . http_build_query($texts);
        } else {
            $headers[] = 'Content-Type: application/json';
            $headers[] = self::keyHeader($idempotencyKey ?? uuid());
            $body = self::encode($fields);
        }
        $waitedS = 0.0;
        for ($failures = 0;; $failures++) {
            $outcome = $this->attempt($url, $headers, $body);
            if (is_array($outcome)) {
                return $outcome;
            }
            $pauseS = self::pauseAfter($outcome, $failures);
            if ($pauseS === null || $waitedS + $pauseS > $this->maxWaitS) {
                throw $outcome;
            }
            $waitedS += $pauseS;
            usleep((int) round($pauseS * 1_000_000));
        }
    }

    /**
     * @internal
     * @param array<string, mixed> $fields
     * @return array<string, mixed>
     */
    public function get(string $path, array $fields): array
    {
        return self::dataOf($this->request('GET', $path, $fields));
    }

    /**
     * @internal
     * @param array<string, mixed> $fields
     * @return array<string, mixed>
     */
    public function post(string $path, array $fields, ?string $idempotencyKey): array
    {
        return self::dataOf($this->request('POST', $path, $fields, $idempotencyKey));
    }

    /**
     * @internal
     * @param array<string, mixed> $params
     * @param list<string> $ids
     * @return \Generator<int, array<string, mixed>>
     */
    public function iterate(string $path, array $params, array $ids): \Generator
    {
        // In a newest-first list, new entries make the next page repeat the last entries of this one.
        $seen = [];
        for ($next = $params; $next !== null;) {
            $answer = $this->request('GET', $path, $next);
            foreach ($answer['data'] as $entry) {
                $id = json_encode(array_map(static fn ($field) => $entry[$field], $ids));
                if (!isset($seen[$id])) {
                    yield $entry;
                }
                $seen[$id] = true;
            }
            $following = self::nextOf($answer, $next);
            if ($following === $next) {
                throw new ServerError('the shop repeats a page of a list', 'unexpected_answer', 200);
            }
            $next = $following;
        }
    }

    /**
     * Returns the fields of the next page; null after the last.
     *
     * @param array<string, mixed> $answer
     * @param array<string, mixed> $params
     * @return array<string, mixed>|null
     */
    private static function nextOf(array $answer, array $params): ?array
    {
        $count = count($answer['data']);
        if ($count === 0) {
            return null;
        }
        $pagination = $answer['pagination'] ?? null;
        if ($pagination === null) {
            $offset = ($params['offset'] ?? 0) + $count;
            return $offset < $answer['total'] ? [...$params, 'offset' => $offset] : null;
        }
        if (array_key_exists('next_cursor', $pagination)) {
            $isMore = $pagination['next_cursor'] !== null && ($pagination['has_more'] ?? true);
            return $isMore ? [...$params, 'page' => null, 'cursor' => $pagination['next_cursor']] : null;
        }
        $page = $pagination['page'];
        return $page < $pagination['total_pages'] ? [...$params, 'page' => $page + 1] : null;
    }

    /**
     * @param list<string> $headers
     * @return array<string, mixed>|WarungError
     */
    private function attempt(
        string $url,
        #[\SensitiveParameter] array $headers,
        ?string $body,
    ): array|WarungError {
        $answered = [];
        $text = '';
        $curl = curl_init($url);
        curl_setopt_array($curl, [
            // An answer that exceeds the maximum length is cut, so it is not valid JSON.
            CURLOPT_WRITEFUNCTION => static function ($_, string $chunk) use (&$text): int {
                $text .= $chunk;
                return strlen($text) > self::ANSWER_BYTES_MAX ? 0 : strlen($chunk);
            },
            CURLOPT_FOLLOWLOCATION => false,
            CURLOPT_NOSIGNAL => true,
            CURLOPT_TIMEOUT_MS => (int) round($this->timeoutS * 1000),
            CURLOPT_HTTPHEADER => $headers,
            CURLOPT_HEADERFUNCTION => static function ($_, string $line) use (&$answered): int {
                [$name, $value] = explode(':', $line, 2) + [1 => ''];
                $answered[strtolower(trim($name))] = trim($value);
                return strlen($line);
            },
        ] + ($body === null ? [] : [CURLOPT_POST => true, CURLOPT_POSTFIELDS => $body]));
        curl_exec($curl);
        $isAnswered = in_array(curl_errno($curl), [CURLE_OK, CURLE_WRITE_ERROR], true);
        $status = curl_getinfo($curl, CURLINFO_RESPONSE_CODE);
        $problem = curl_error($curl);
        unset($curl);
        if (!$isAnswered) {
            $host = parse_url($url, PHP_URL_HOST);
            return new NetworkError("$host did not answer: $problem", 'network_failure');
        }
        $answer = parseObject($text);
        $isOk = $status >= 200 && $status < 300 && $answer !== null;
        return $isOk ? $answer : self::errorOf($status, $answer ?? [], $answered);
    }

    /** Curl omits an empty header that ends with a colon; the shop rejects an empty key. */
    private static function keyHeader(string $key): string
    {
        if (preg_match('/[\r\n\0]/', $key) === 1) {
            throw new \InvalidArgumentException('idempotencyKey has a line break');
        }
        return $key === '' ? 'Idempotency-Key;' : "Idempotency-Key: $key";
    }

    /**
     * @param array<string, mixed> $answer
     * @param array<string, string> $headers
     */
    private static function errorOf(int $status, array $answer, array $headers): WarungError
    {
        // A gateway's JSON has other fields, or the same ones with other types.
        $isOurs = is_string($answer['code'] ?? null) && is_string($answer['error'] ?? null);
        $code = $isOurs ? $answer['code'] : 'unexpected_answer';
        $refusal = $isOurs ? $answer : [];
        $class = match (true) {
            $code === 'forbidden' || $status === 403 => ForbiddenError::class,
            $status === 409 || $status === 422 => ConflictError::class,
            $status === 401 => AuthenticationError::class,
            $status === 404 && $isOurs => NotFoundError::class,
            $status === 429 => RateLimitError::class,
            $status < 400 || $status >= 500 || !$isOurs => ServerError::class,
            default => InvalidRequestError::class,
        };
        return new $class(
            $refusal['error'] ?? "HTTP $status without an answer of the shop: check the address",
            $code,
            $status,
            $refusal['fields'] ?? [],
            $refusal['request_id'] ?? $headers['x-request-id'] ?? null,
            self::secondsUntil($headers['retry-after'] ?? ''),
            $answer,
        );
    }

    /** Reads `Retry-After`: a number of seconds, or a date. */
    private static function secondsUntil(string $header): ?float
    {
        if (ctype_digit($header)) {
            return (float) $header;
        }
        $date = $header === '' ? false : strtotime($header);
        return $date === false ? null : max(0.0, (float) ($date - time()));
    }

    /** Returns the seconds to wait before the next attempt; null if a retry would not help. */
    private static function pauseAfter(WarungError $error, int $failures): ?float
    {
        $isWorkedOn = in_array($error->code, ['idempotency_conflict', 'not_ready'], true);
        if (!$isWorkedOn && !in_array($error->status, [0, 429, 502, 503, 504], true)) {
            return null;
        }
        if ($error->retryAfter !== null) {
            return $failures < self::PROMISED_RETRIES_MAX ? $error->retryAfter : null;
        }
        return $failures < self::FAILURES_MAX ? self::FIRST_PAUSE_S * 2 ** $failures : null;
    }

    /**
     * @param array<string, mixed> $answer
     * @return array<string, mixed>
     */
    private static function dataOf(array $answer): array
    {
        unset($answer['success']);
        return $answer['data'] ?? $answer;
    }

    /** @param array<string, mixed> $fields */
    private static function encode(array $fields): string
    {
        // An empty PHP array would be encoded as a list.
        if (($fields['metadata'] ?? null) === []) {
            $fields['metadata'] = (object) [];
        }
        return json_encode((object) $fields, JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES);
    }
}

/**
 * @phpstan-import-type CreatePaymentParams from Types
 * @phpstan-import-type CreatedPayment from Types
 * @phpstan-import-type PaymentStatus from Types
 * @phpstan-import-type ListPaymentsParams from Types
 * @phpstan-import-type ListedPayment from Types
 * @phpstan-import-type PaymentExplanation from Types
 * @phpstan-import-type SimulatePaymentParams from Types
 * @phpstan-import-type SimulatedPayment from Types
 */
final class Payments
{
    public function __construct(private readonly Warung $warung)
    {
    }

    /**
     * Creates a payment; with `reuse`, returns an open or paid payment with this `reference` instead.
     *
     * @param CreatePaymentParams $params
     * @return CreatedPayment
     */
    public function create(array $params, ?string $idempotencyKey = null): array
    {
        return $this->warung->post('/create-payment', $params, $idempotencyKey);
    }

    /** @return PaymentStatus */
    public function get(string $invoice): array
    {
        return $this->warung->get('/check-payment', ['invoice' => $invoice]);
    }

    /**
     * Iterates over all matching payments, newest first.
     *
     * @param ListPaymentsParams $params
     * @return \Generator<int, ListedPayment>
     */
    public function list(array $params = []): \Generator
    {
        return $this->warung->iterate('/list-payments', $params, ['invoice_id']);
    }

    /** @return PaymentStatus */
    public function cancel(string $invoice, ?string $idempotencyKey = null): array
    {
        return $this->warung->post('/cancel-payment', ['invoice' => $invoice], $idempotencyKey);
    }

    /**
     * Returns why the payment has its status, and what to do next.
     *
     * @return PaymentExplanation
     */
    public function explain(string $invoice): array
    {
        return $this->warung->get('/explain-payment', ['invoice' => $invoice]);
    }

    /**
     * Simulates the arrival of its money; only with a test key.
     *
     * @param SimulatePaymentParams $params
     * @return SimulatedPayment
     */
    public function simulate(string $invoice, array $params = [], ?string $idempotencyKey = null): array
    {
        return $this->warung->post('/simulate-payment', ['invoice' => $invoice] + $params, $idempotencyKey);
    }
}

/**
 * @phpstan-import-type RefundPaymentParams from Types
 * @phpstan-import-type ListedPayment from Types
 * @phpstan-import-type Movement from Types
 */
final class Refunds
{
    public function __construct(private readonly Warung $warung)
    {
    }

    /**
     * Refunds a paid payment: the whole rest, or an `amount`.
     *
     * @param RefundPaymentParams $params
     * @return ListedPayment
     */
    public function create(string $invoice, array $params = [], ?string $idempotencyKey = null): array
    {
        return $this->warung->post('/refund-payment', ['invoice' => $invoice] + $params, $idempotencyKey);
    }

    /**
     * Records that you returned all money of a paid payment yourself.
     *
     * @return Movement
     */
    public function note(string $invoice, ?string $idempotencyKey = null): array
    {
        return $this->warung->post('/note-refund', ['invoice' => $invoice], $idempotencyKey);
    }
}

/**
 * @phpstan-import-type ListOrdersParams from Types
 * @phpstan-import-type ListedOrder from Types
 * @phpstan-import-type Order from Types
 * @phpstan-import-type CompleteOrderParams from Types
 * @phpstan-import-type CompletedOrder from Types
 * @phpstan-import-type ShipOrderParams from Types
 * @phpstan-import-type ShippedOrder from Types
 */
final class Orders
{
    public function __construct(private readonly Warung $warung)
    {
    }

    /**
     * Iterates over all matching orders, newest first.
     *
     * @param ListOrdersParams $params
     * @return \Generator<int, ListedOrder>
     */
    public function list(array $params = []): \Generator
    {
        return $this->warung->iterate('/msgstore-orders', $params, ['order_number']);
    }

    /** @return Order */
    public function get(string $orderNumber): array
    {
        return $this->warung->get('/msgstore-orders', ['order_number' => $orderNumber]);
    }

    /**
     * @param CompleteOrderParams $params
     * @return CompletedOrder
     */
    public function complete(string $orderNumber, array $params = [], ?string $idempotencyKey = null): array
    {
        $fields = ['order_number' => $orderNumber] + $params;
        return $this->warung->post('/msgstore-complete', $fields, $idempotencyKey)['order'];
    }

    /**
     * @param ShipOrderParams $params
     * @return ShippedOrder
     */
    public function ship(string $orderNumber, array $params, ?string $idempotencyKey = null): array
    {
        $fields = ['order_number' => $orderNumber] + $params;
        return $this->warung->post('/msgstore-ship', $fields, $idempotencyKey)['order'];
    }
}

/**
 * @phpstan-import-type ListStockParams from Types
 * @phpstan-import-type SetStockParams from Types
 */
final class Stock
{
    public function __construct(private readonly Warung $warung)
    {
    }

    /**
     * Iterates over the stock of everything that the store sells.
     *
     * @param ListStockParams $params
     * @return \Generator<int, array<string, mixed>> entries of the type Stock
     */
    public function list(array $params = []): \Generator
    {
        return $this->warung->iterate('/list-stock', $params, ['product', 'variant']);
    }

    /**
     * @param SetStockParams $params
     * @return array<string, mixed> an entry of the type Stock
     */
    public function set(string $product, array $params, ?string $idempotencyKey = null): array
    {
        return $this->warung->post('/set-stock', ['product' => $product] + $params, $idempotencyKey);
    }
}

/**
 * @phpstan-import-type CreateBillParams from Types
 * @phpstan-import-type UpdateBillParams from Types
 * @phpstan-import-type ListBillsParams from Types
 * @phpstan-import-type Bill from Types
 * @phpstan-import-type WholeBill from Types
 */
final class Bills
{
    public function __construct(private readonly Warung $warung)
    {
    }

    /**
     * @param CreateBillParams $params
     * @return Bill
     */
    public function create(array $params, ?string $idempotencyKey = null): array
    {
        return $this->warung->post('/create-bill', $params, $idempotencyKey);
    }

    /**
     * Returns a bill by its id or slug.
     *
     * @return WholeBill
     */
    public function get(string $bill): array
    {
        return $this->warung->get('/check-bill', ['bill' => $bill]);
    }

    /**
     * Iterates over all matching bills, newest first.
     *
     * @param ListBillsParams $params
     * @return \Generator<int, Bill>
     */
    public function list(array $params = []): \Generator
    {
        return $this->warung->iterate('/list-bills', $params, ['bill']);
    }

    /**
     * @param UpdateBillParams $params
     * @return Bill
     */
    public function update(string $bill, array $params, ?string $idempotencyKey = null): array
    {
        return $this->warung->post('/update-bill', ['bill' => $bill] + $params, $idempotencyKey);
    }

    /** @return Bill */
    public function close(string $bill, ?string $idempotencyKey = null): array
    {
        return $this->warung->post('/close-bill', ['bill' => $bill], $idempotencyKey);
    }
}

/**
 * @phpstan-import-type ListTransfersParams from Types
 * @phpstan-import-type ReviewTransferParams from Types
 * @phpstan-import-type Transfer from Types
 */
final class Transfers
{
    public function __construct(private readonly Warung $warung)
    {
    }

    /**
     * Iterates over the money that arrived, newest first.
     *
     * @param ListTransfersParams $params
     * @return \Generator<int, Transfer>
     */
    public function list(array $params = []): \Generator
    {
        return $this->warung->iterate('/list-transfers', $params, ['transfer_id']);
    }

    /**
     * Resolves a transfer in review.
     *
     * @param ReviewTransferParams $params
     * @return Transfer
     */
    public function review(int $transferId, array $params, ?string $idempotencyKey = null): array
    {
        return $this->warung->post('/review-transfer', ['transfer_id' => $transferId] + $params, $idempotencyKey);
    }
}

/**
 * @phpstan-import-type ListEventsParams from Types
 * @phpstan-import-type ShopEvent from Types
 */
final class Events
{
    public function __construct(private readonly Warung $warung)
    {
    }

    /**
     * Returns one page of events, oldest first. Store `next_cursor` together with your changes, and continue from it.
     *
     * @param ListEventsParams $params
     * @return array{data: list<ShopEvent>, next_cursor: string, has_more: bool}
     */
    public function list(array $params = []): array
    {
        $answer = $this->warung->request('GET', '/events', $params);
        return ['data' => $answer['data'], ...$answer['pagination']];
    }

    /**
     * Iterates over all events from `cursor` to the present.
     *
     * @param ListEventsParams $params
     * @return \Generator<int, ShopEvent>
     */
    public function iterate(array $params = []): \Generator
    {
        return $this->warung->iterate('/events', $params, ['id']);
    }
}

/**
 * @phpstan-import-type ConvertQrisParams from Types
 * @phpstan-import-type ReadQrisParams from Types
 * @phpstan-import-type QrisConversion from Types
 * @phpstan-import-type QrisInfo from Types
 */
final class Qris
{
    public function __construct(private readonly Warung $warung)
    {
    }

    /**
     * Writes an amount into a code, given as text, base64 of a picture, or a picture's address.
     *
     * @param ConvertQrisParams $params
     * @return QrisConversion
     */
    public function convert(array $params, ?string $idempotencyKey = null): array
    {
        return $this->warung->post('/qris-convert', $params, $idempotencyKey);
    }

    /**
     * Reads a code: its merchant, and whether it is valid.
     *
     * @param ReadQrisParams $params
     * @return QrisInfo
     */
    public function info(array $params, ?string $idempotencyKey = null): array
    {
        return $this->warung->post('/qris-info', $params, $idempotencyKey);
    }
}
