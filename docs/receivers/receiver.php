<?php
// A receiver of Warung's callbacks. WARUNG_WEBHOOK_SECRET=whsec_... php -S 127.0.0.1:8000 receiver.php
$secret = getenv('WARUNG_WEBHOOK_SECRET');
$toleranceS = 300;

$body = json_decode(file_get_contents('php://input'), true);
if (!is_array($body)) {
    http_response_code(400);
    exit;
}
$invoice = $_SERVER['HTTP_X_INVOICE_ID'] ?? '';
$timestamp = $_SERVER['HTTP_X_WEBHOOK_TIMESTAMP'] ?? '';
$signed = $invoice . '|paid|' . ($body['final_amount'] ?? '') . '|' . $timestamp;
$isFresh = abs(time() - (int) $timestamp) <= $toleranceS;
$isSame = ($body['invoice_id'] ?? '') === $invoice && ($body['status'] ?? '') === 'paid';
$given = $_SERVER['HTTP_X_WEBHOOK_SIGNATURE'] ?? '';
if (!$isFresh || !$isSame || !hash_equals(hash_hmac('sha256', $signed, $secret), $given)) {
    http_response_code(401);
    exit;
}
// Here: unless X-Webhook-Id was handled before, mark $invoice as paid, in one transaction.
http_response_code(200);
