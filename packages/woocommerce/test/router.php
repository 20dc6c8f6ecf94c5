<?php
/**
 * The router of a site on PHP's own server: files are served unchanged, everything else by WordPress.
 *
 * @package Warung_For_WooCommerce
 */

$file = $_SERVER['DOCUMENT_ROOT'] . parse_url( $_SERVER['REQUEST_URI'], PHP_URL_PATH );
if ( is_dir( $file ) && is_file( rtrim( $file, '/' ) . '/index.php' ) ) {
	return false;
}
if ( is_file( $file ) && ! str_contains( $file, '/.' ) ) {
	return false;
}
$_SERVER['SCRIPT_NAME'] = '/index.php';
require $_SERVER['DOCUMENT_ROOT'] . '/index.php';
