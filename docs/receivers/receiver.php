<?php
// A receiver of Warung's callbacks and events. WARUNG_WEBHOOK_SECRET=whsec_... php -S 127.0.0.1:8000 receiver.php
$key = base64_decode(preg_replace('/^whsec_/', '', getenv('WARUNG_WEBHOOK_SECRET')));
$toleranceS = 300;
if ($key === '') { // An attacker could sign with an empty key.
    http_response_code(500);
    exit;
}

// Standard Webhooks: the raw body is signed. While a secret is rotated, there are two signatures, separated by a blank.
$text = file_get_contents('php://input');
$id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
$timestamp = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
$expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$text", $key, true));
$isGenuine = false;
foreach (explode(' ', $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '') as $given) {
    if (hash_equals($expected, $given)) $isGenuine = true;
}
$isFresh = ctype_digit($timestamp) && abs(time() - (int) $timestamp) <= $toleranceS;
if (!$isGenuine || !$isFresh) {
    http_response_code(401);
    exit;
}
$body = json_decode($text, true);
if (!is_array($body)) {
    http_response_code(400);
    exit;
}
// A message to an endpoint has a type, data and a sequence: ignore it if you have a higher sequence. The callback of a
// payment has an event instead, with its fields at the same level.
$type = $body['type'] ?? $body['event'] ?? '';
$data = $body['data'] ?? $body;
if ($type === 'payment.paid') {
    // Here: unless webhook-id was handled before, mark $data['invoice_id'] as paid, in one transaction.
} else {
    error_log($type . ' ' . ($body['sequence'] ?? '') . ' ' . ($data['invoice_id'] ?? $data['order_number'] ?? ''));
}
http_response_code(200);
