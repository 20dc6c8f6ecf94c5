<?php
/**
 * Addresses and pages.
 *
 * @package Warung_For_WooCommerce
 */

defined( 'ABSPATH' ) || exit;

add_filter( 'query_vars', static fn( $names ) => array_merge( $names, array( 'order-received', 'order-pay', 'wc-api', 'wc-ajax' ) ) );

add_action(
	'parse_request',
	static function ( $wp ) {
		$name = isset( $wp->query_vars['wc-api'] ) ? strtolower( sanitize_text_field( $wp->query_vars['wc-api'] ) ) : '';
		if ( '' !== $name ) {
			status_header( has_action( 'woocommerce_api_' . $name ) ? 200 : 400 );
			do_action( 'woocommerce_api_' . $name );
			die( '-1' );
		}
	}
);

add_action(
	'template_redirect',
	static function () {
		$name = sanitize_text_field( (string) get_query_var( 'wc-ajax' ) );
		if ( '' !== $name ) {
			do_action( 'wc_ajax_' . $name );
			wp_die();
		}
		$id = absint( get_query_var( 'order-received' ) );
		if ( $id ) {
			$order = wc_get_order( $id );
			$key   = isset( $_GET['key'] ) ? sanitize_text_field( wp_unslash( $_GET['key'] ) ) : '';
			echo '<!doctype html><html lang="' . esc_attr( get_bloginfo( 'language' ) ) . '"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Order received</title>';
			wp_head();
			echo '</head><body><main><h1>Order received</h1>';
			if ( $order && hash_equals( $order->get_order_key(), $key ) ) {
				do_action( 'woocommerce_before_thankyou', $id );
				do_action( 'woocommerce_thankyou_' . $order->get_payment_method(), $id );
				do_action( 'woocommerce_thankyou', $id );
			}
			echo '</main>';
			wp_footer();
			echo '</body></html>';
			exit;
		}
	},
	5
);

add_action(
	'admin_menu',
	static function () {
		add_menu_page( 'WooCommerce', 'WooCommerce', 'manage_options', 'wc-settings', 'wc_double_settings_page' );
	}
);
add_filter( 'user_has_cap', static fn( $all ) => ! empty( $all['manage_options'] ) ? $all + array( 'manage_woocommerce' => true ) : $all );

/** Draws and stores the settings of a gateway. */
function wc_double_settings_page() {
	$id      = isset( $_GET['section'] ) ? sanitize_text_field( wp_unslash( $_GET['section'] ) ) : '';
	$gateway = WC()->payment_gateways()->payment_gateways()[ $id ] ?? null;
	if ( ! $gateway ) {
		return;
	}
	if ( isset( $_POST['save'] ) ) {
		check_admin_referer( 'woocommerce-settings' );
		do_action( 'woocommerce_update_options_payment_gateways_' . $id );
	}
	echo '<div class="wrap"><form method="post"><h1>' . esc_html( $gateway->method_title ) . '</h1>';
	foreach ( WC_Admin_Settings::$errors as $text ) {
		echo '<div class="error inline"><p>' . esc_html( $text ) . '</p></div>';
	}
	foreach ( WC_Admin_Settings::$messages as $text ) {
		echo '<div class="updated inline"><p>' . esc_html( $text ) . '</p></div>';
	}
	$gateway->admin_options();
	wp_nonce_field( 'woocommerce-settings' );
	echo '<p><button name="save" value="1" class="button-primary">Save changes</button></p></form></div>';
}
