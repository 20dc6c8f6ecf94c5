<?php

require '/usr/share/php/GuzzleHttp/autoload.php';
spl_autoload_register(function (string $class): void {
    $file = __DIR__ . '/lib/' . str_replace('\\', '/', substr($class, strlen('OpenAPI\\Client\\'))) . '.php';
    if (str_starts_with($class, 'OpenAPI\\Client\\') && is_file($file)) {
        require $file;
    }
});

use OpenAPI\Client\Api\PaymentsApi;
use OpenAPI\Client\ApiException;
use OpenAPI\Client\Configuration;
use OpenAPI\Client\Model\CreatePaymentRequest;
use OpenAPI\Client\Model\SimulatePaymentRequest;

$configuration = (new Configuration())->setHost(getenv('WARUNG_URL'))->setApiKey('X-API-Key', getenv('WARUNG_API_KEY'));
$payments = new PaymentsApi(null, $configuration);
$request = new CreatePaymentRequest(['amount' => 15000, 'payment_method' => 'wallet_direct']);
$created = $payments->createPayment($request)->getData();
$invoice = $created->getInvoiceId();
$payments->simulatePayment(new SimulatePaymentRequest(['invoice' => $invoice]));
$checked = $payments->checkPayment($invoice);
try {
    $payments->createPayment(new CreatePaymentRequest(['amount' => 600000, 'payment_method' => 'qris']));
} catch (ApiException $error) {
    $code = json_decode($error->getResponseBody())->code;
    echo implode(' ', [$invoice, $created->getStatus(), $checked->getStatus(), $code]), "\n";
}
