<?php
/**
 * Plugin Name: Warung for WooCommerce
 * Description: Take QRIS payments through your own Warung shop. An order is settled by the webhook, by the customer's return or by a scheduled look.
 * Version: 1.0.0
 * Requires at least: 6.5
 * Requires PHP: 7.4
 * Requires Plugins: woocommerce
 * WC requires at least: 9.0
 * WC tested up to: 11.0
 * Author: The Warung authors
 * License: GPL-2.0-or-later
 * License URI: https://www.gnu.org/licenses/gpl-2.0.html
 * Text Domain: warung-for-woocommerce
 * Domain Path: /languages
 *
 * @package Warung_For_WooCommerce
 */

defined( 'ABSPATH' ) || exit;

define( 'WARUNG_WC_VERSION', '1.0.0' );
define( 'WARUNG_WC_FILE', __FILE__ );

/** Declares that the plugin uses WooCommerce's own functions for orders, and has a script for the Blocks checkout. */
function warung_wc_declare_compatibility() {
	if ( class_exists( \Automattic\WooCommerce\Utilities\FeaturesUtil::class ) ) {
		\Automattic\WooCommerce\Utilities\FeaturesUtil::declare_compatibility( 'custom_order_tables', WARUNG_WC_FILE, true );
		\Automattic\WooCommerce\Utilities\FeaturesUtil::declare_compatibility( 'cart_checkout_blocks', WARUNG_WC_FILE, true );
	}
}
add_action( 'before_woocommerce_init', 'warung_wc_declare_compatibility' );

/** Loads the plugin once WooCommerce is loaded. */
function warung_wc_load() {
	if ( ! class_exists( 'WC_Payment_Gateway' ) ) {
		return;
	}
	$folder = __DIR__ . '/includes/';
	foreach ( array( 'error', 'client', 'signature', 'lock', 'settings', 'orders', 'webhook', 'schedule', 'connection', 'thankyou', 'gateway' ) as $name ) {
		require_once $folder . 'class-warung-' . $name . '.php';
	}
	Warung_Webhook::register();
	Warung_Schedule::register();
	Warung_Connection::register();
	Warung_Thankyou::register();
	add_filter( 'woocommerce_payment_gateways', 'warung_wc_add_gateway' );
	add_filter( 'plugin_action_links_' . plugin_basename( WARUNG_WC_FILE ), 'warung_wc_action_links' );
	add_action( 'woocommerce_order_status_cancelled', array( 'Warung_Orders', 'cancel_payment' ), 20 );
	add_filter( 'woocommerce_valid_order_statuses_for_payment', array( 'Warung_Orders', 'statuses_for_payment' ), 10, 2 );
}
add_action( 'plugins_loaded', 'warung_wc_load', 11 );

/** Loads the plugin's translations; WordPress 6.7 requires that this is not done before init. */
function warung_wc_load_texts() {
	// A self-hosted copy gets no language packs from wordpress.org.
	load_plugin_textdomain( 'warung-for-woocommerce', false, dirname( plugin_basename( WARUNG_WC_FILE ) ) . '/languages' ); // phpcs:ignore PluginCheck.CodeAnalysis.DiscouragedFunctions.load_plugin_textdomainFound
}
add_action( 'init', 'warung_wc_load_texts', 1 );

/**
 * Adds the gateway to WooCommerce's list.
 *
 * @param array $gateways Class names.
 * @return array
 */
function warung_wc_add_gateway( $gateways ) {
	$gateways[] = 'Warung_Gateway';
	return $gateways;
}

/** Registers the payment method of the Blocks checkout. */
function warung_wc_register_blocks() {
	if ( ! class_exists( \Automattic\WooCommerce\Blocks\Payments\Integrations\AbstractPaymentMethodType::class ) ) {
		return;
	}
	require_once __DIR__ . '/includes/class-warung-blocks.php';
	add_action(
		'woocommerce_blocks_payment_method_type_registration',
		static function ( $registry ) {
			$registry->register( new Warung_Blocks() );
		}
	);
}
add_action( 'woocommerce_blocks_loaded', 'warung_wc_register_blocks' );

/**
 * Adds a link to the settings next to the plugin's name.
 *
 * @param array $links Links.
 * @return array
 */
function warung_wc_action_links( $links ) {
	$url = admin_url( 'admin.php?page=wc-settings&tab=checkout&section=warung' );
	array_unshift( $links, '<a href="' . esc_url( $url ) . '">' . esc_html__( 'Settings', 'warung-for-woocommerce' ) . '</a>' );
	return $links;
}

/** Stops the schedule; settings and orders stay. */
function warung_wc_deactivate() {
	if ( function_exists( 'as_unschedule_all_actions' ) ) {
		as_unschedule_all_actions( 'warung_wc_sweep' );
	}
	wp_clear_scheduled_hook( 'warung_wc_sweep' );
}
register_deactivation_hook( WARUNG_WC_FILE, 'warung_wc_deactivate' );
