<?php

declare(strict_types=1);

namespace Warung;

/** Thrown for a webhook that the shop did not send, or whose time is out of tolerance. Answer it with 401. */
final class SignatureError extends \RuntimeException
{
    /**
     * @param 'bad_secret'|'missing_headers'|'bad_signature'|'bad_timestamp'|'too_old'|'too_new'|'not_json' $reason
     */
    public function __construct(public readonly string $reason, string $message)
    {
        parent::__construct($message);
    }
}

/** A verified callback of a payment, or a verified event of an endpoint. */
final class WebhookMessage
{
    /**
     * @param string $id identical in every attempt: store it with your changes, and ignore messages that you have
     * @param string $type the type, such as `payment.paid`
     * @param array<string, mixed> $data the payment, the order or another object, depending on the type
     * @param int|null $sequence of an event: ignore it if you have a higher one of the same object; null for a callback
     * @param int $timestamp the time of sending, in seconds since 1970
     * @param bool $isTest whether the merchant only tests the address, and no payment was made
     * @param array<string, mixed> $body the whole body
     */
    public function __construct(
        public readonly string $id,
        public readonly string $type,
        public readonly array $data,
        public readonly ?int $sequence,
        public readonly int $timestamp,
        public readonly bool $isTest,
        public readonly array $body,
    ) {
    }
}

final class Webhooks
{
    private const PREFIX = 'whsec_';

    /**
     * Verifies a webhook by its raw body (`file_get_contents('php://input')`), before any parser, and returns its
     * message. Throws a SignatureError if it is not valid. While a secret is rotated, pass both.
     *
     * @param array<string, string|array<string>> $headers of getallheaders(), $_SERVER, PSR-7 or a framework
     * @param string|array<string>|false|null $secret `whsec_...`; the false of getenv() for a missing one is rejected
     * @param int $toleranceS the maximum difference of the sender's clock and yours
     * @param int|null $now the current time in seconds since 1970, for tests
     */
    public static function verify(
        string $rawBody,
        array $headers,
        #[\SensitiveParameter] string|array|false|null $secret,
        int $toleranceS = 300,
        ?int $now = null,
    ): WebhookMessage {
        $keys = [];
        // array_map would show the secrets in an error's stack trace.
        foreach (is_array($secret) ? $secret : [$secret] as $one) {
            $keys[] = self::keyOf($one);
        }
        if ($keys === []) {
            throw new SignatureError('bad_secret', 'no secret was given');
        }
        $id = self::header($headers, 'webhook-id');
        $sentAt = self::header($headers, 'webhook-timestamp');
        $signatures = self::header($headers, 'webhook-signature');
        if ($id === '' || $sentAt === '' || $signatures === '') {
            $names = 'webhook-id, webhook-timestamp or webhook-signature';
            throw new SignatureError('missing_headers', "$names is missing");
        }
        $isGenuine = false;
        foreach ($keys as $key) {
            $expected = self::signature($key, $id, $sentAt, $rawBody);
            foreach (explode(' ', $signatures) as $candidate) {
                $isGenuine = hash_equals($expected, $candidate) || $isGenuine;
            }
        }
        if (!$isGenuine) {
            throw new SignatureError('bad_signature', 'no signature is one of this secret over this body');
        }
        $timestamp = self::checkTime($sentAt, $toleranceS, $now ?? time());
        $body = parseObject($rawBody);
        if ($body === null) {
            throw new SignatureError('not_json', 'the signed body is not a JSON object');
        }
        return new WebhookMessage(
            id: $id,
            type: (string) ($body['type'] ?? $body['event'] ?? ''),
            data: is_array($body['data'] ?? null) ? $body['data'] : $body,
            sequence: is_int($body['sequence'] ?? null) ? $body['sequence'] : null,
            timestamp: $timestamp,
            isTest: self::header($headers, 'x-webhook-test') === '1',
            body: $body,
        );
    }

    /**
     * Signs a body as the shop does, for the tests of your receiver; returns the headers.
     *
     * @return array<string, string>
     */
    public static function sign(
        string $body,
        #[\SensitiveParameter] string $secret,
        ?string $id = null,
        ?int $timestamp = null,
    ): array {
        $id ??= uuid();
        $timestamp ??= time();
        return [
            'content-type' => 'application/json',
            'webhook-id' => $id,
            'webhook-timestamp' => (string) $timestamp,
            'webhook-signature' => self::signature(self::keyOf($secret), $id, (string) $timestamp, $body),
        ];
    }

    /**
     * Creates a signed example for the tests of your receiver: its raw body and its headers. With a type it is an event
     * as sent to endpoints; without, the callback `payment.paid`.
     *
     * @param array<string, mixed> $data fields that replace those of the example
     * @return array{body: string, headers: array<string, string>}
     */
    public static function example(
        #[\SensitiveParameter] string $secret,
        array $data = [],
        ?string $type = null,
        ?string $id = null,
        ?int $timestamp = null,
    ): array {
        $id ??= uuid();
        $timestamp ??= time();
        $message = $type === null ? [...self::PAID, 'metadata' => (object) [], 'timestamp' => $timestamp, ...$data] : [
            'id' => $id,
            'type' => $type,
            'version' => 1,
            'created_at' => gmdate('Y-m-d\TH:i:s.000\Z', $timestamp),
            'mode' => 'test',
            'sequence' => 1,
            'data' => (object) $data,
        ];
        $body = json_encode($message, JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES);
        return ['body' => $body, 'headers' => self::sign($body, $secret, $id, $timestamp)];
    }

    /** The callback in docs/api.md. */
    private const PAID = [
        'event' => 'payment.paid',
        'invoice_id' => 'INV-CZSRHR2XGY9QFHM5YCHN',
        'status' => 'paid',
        'amount' => 15000,
        'final_amount' => 15036,
        'unique_code' => 36,
        'paid_at' => '2026-11-21 13:59:35',
        'paid_amount' => 15036,
        'paid_reff_num' => '413255111',
        'payment_method' => 'qris',
        'paid_via' => 'qris',
        'customer_name' => 'Siti Aminah',
        'customer_email' => null,
        'customer_phone' => null,
        'description' => 'Kopi susu',
        'redirect_url' => null,
        'reference' => null,
        'has_file' => false,
        'has_content' => false,
        'download_token' => null,
        'provider_payment_customername' => 'Zainal Arief',
        'provider_payment_methodby' => 'Sakuku',
    ];

    private static function checkTime(string $sentAt, int $toleranceS, int $now): int
    {
        if (preg_match('/^\d{1,15}$/D', $sentAt) !== 1) {
            throw new SignatureError('bad_timestamp', 'webhook-timestamp is not a number');
        }
        $timestamp = (int) $sentAt;
        if ($now - $timestamp > $toleranceS) {
            throw new SignatureError('too_old', "it was sent more than $toleranceS s ago");
        }
        if ($timestamp - $now > $toleranceS) {
            throw new SignatureError('too_new', 'it comes from the future: compare the clocks');
        }
        return $timestamp;
    }

    private static function signature(string $key, string $id, string $timestamp, string $body): string
    {
        return 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
    }

    /** An empty or damaged secret would give a key that an attacker can guess. */
    private static function keyOf(#[\SensitiveParameter] mixed $secret): string
    {
        $text = is_string($secret) ? trim($secret) : '';
        $text = str_starts_with($text, self::PREFIX) ? substr($text, strlen(self::PREFIX)) : $text;
        $key = base64_decode($text, true);
        if ($key === false || $key === '' || strlen($text) % 4 !== 0) {
            $message = 'the secret is not whsec_ and base64: copy it whole from the dashboard';
            throw new SignatureError('bad_secret', $message);
        }
        return $key;
    }

    /** @param array<string, string|array<string>> $headers */
    private static function header(array $headers, string $name): string
    {
        foreach ($headers as $key => $value) {
            $plain = strtolower(str_replace('_', '-', (string) $key));
            if ($plain === $name || $plain === "http-$name") {
                return (string) (is_array($value) ? ($value[0] ?? '') : $value);
            }
        }
        return '';
    }
}

/**
 * Parses a text with a JSON object; returns null for any other text.
 *
 * @internal
 * @return array<string, mixed>|null
 */
function parseObject(string $text): ?array
{
    $value = json_decode($text, true);
    return is_array($value) && str_starts_with(ltrim($text), '{') ? $value : null;
}

/** @internal */
function uuid(): string
{
    $bytes = random_bytes(16);
    $bytes[6] = chr(ord($bytes[6]) & 0x0f | 0x40);
    $bytes[8] = chr(ord($bytes[8]) & 0x3f | 0x80);
    return vsprintf('%s%s-%s-%s-%s-%s%s%s', str_split(bin2hex($bytes), 4));
}
