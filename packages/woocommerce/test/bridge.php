<?php
/**
 * Executes a test's acts in the shop, by functions that the real WooCommerce has too. A must-use plugin of test sites.
 *
 * @package Warung_For_WooCommerce
 */

defined( 'ABSPATH' ) || exit;

// Messages arrive by a separate connection from visitors', which a test can cut.
add_filter(
	'warung_wc_webhook_url',
	static fn( $url ) => defined( 'BRIDGE_WEBHOOK_BASE' ) ? str_replace( untrailingslashit( home_url() ), BRIDGE_WEBHOOK_BASE, $url ) : $url
);

// WordPress accepts only languages whose texts are installed.
add_filter( 'locale', static fn( $locale ) => get_option( 'bridge_language' ) ? get_option( 'bridge_language' ) : $locale );

// A copy of the site has a different address.
add_filter(
	'home_url',
	static fn( $url ) => get_option( 'bridge_home' ) ? str_replace( WP_HOME, get_option( 'bridge_home' ), $url ) : $url
);

// Counts each booking of a payment, even a second one of the same order.
add_action(
	'woocommerce_payment_complete',
	static fn( $id ) => add_option( 'bridge_booked_' . $id . '_' . wp_generate_uuid4(), '1', '', false )
);

add_action(
	'wp_loaded',
	static function () {
		$act = isset( $_GET['bridge'] ) ? sanitize_text_field( wp_unslash( $_GET['bridge'] ) ) : '';
		if ( '' === $act ) {
			return;
		}
		$input = (array) json_decode( file_get_contents( 'php://input' ), true );
		$order = isset( $input['order'] ) ? wc_get_order( (int) $input['order'] ) : null;
		wp_send_json( bridge_act( $act, $input, $order ) );
	}
);

/**
 * Executes one act.
 *
 * @param string         $act   Its name.
 * @param array          $input Its input.
 * @param WC_Order|null  $order The order.
 * @return array
 */
function bridge_act( $act, $input, $order ) {
	switch ( $act ) {
		case 'place':
			$product = new WC_Product_Simple();
			$product->set_name( 'Kopi' );
			$product->set_regular_price( (string) $input['amount'] );
			$product->set_manage_stock( true );
			$product->set_stock_quantity( 10 );
			$product->save();
			$made = wc_create_order();
			$made->add_product( $product, 1, array( 'subtotal' => $input['amount'], 'total' => $input['amount'] ) );
			$made->set_currency( $input['currency'] ?? 'IDR' );
			$made->set_payment_method( WC()->payment_gateways()->payment_gateways()['warung'] );
			$made->calculate_totals( false );
			$made->save();
			return array( 'product' => $product->get_id() ) + bridge_pay( $made->get_id() );
		case 'shelf':
			return bridge_shelf( $input['amount'], $input['checkout'] );
		case 'pay':
			return bridge_pay( $order->get_id() );
		case 'total':
			$order->set_total( (string) $input['amount'] );
			$order->save();
			return array();
		case 'status':
			$order->update_status( $input['status'] );
			return array();
		case 'copy':
			// Plugins that duplicate orders do the same.
			$copy = wc_create_order();
			$copy->set_currency( $order->get_currency() );
			$copy->set_payment_method( WC()->payment_gateways()->payment_gateways()['warung'] );
			$copy->set_total( $order->get_total() );
			foreach ( array( '_warung_invoice', '_warung_current', '_warung_settled' ) as $name ) {
				if ( '' !== (string) $order->get_meta( $name ) ) {
					$copy->update_meta_data( $name, $order->get_meta( $name ) );
				}
			}
			$copy->save();
			return array( 'order' => $copy->get_id(), 'key' => $copy->get_order_key() );
		case 'lose-status':
			$GLOBALS['wpdb']->update( $GLOBALS['wpdb']->prefix . 'wc_orders', array( 'status' => 'wc-pending' ), array( 'id' => $order->get_id() ) );
			return array();
		case 'abandon':
			// Warung is unavailable at that moment.
			remove_action( 'woocommerce_order_status_cancelled', array( 'Warung_Orders', 'cancel_payment' ), 20 );
			$order->update_status( 'cancelled' );
			return array();
		case 'refund':
			$done = wc_create_refund( array( 'order_id' => $order->get_id(), 'amount' => (string) $input['amount'], 'reason' => 'Cangkir pecah', 'refund_payment' => true ) );
			return array( 'error' => is_wp_error( $done ) ? $done->get_error_message() : null );
		case 'sweep':
			if ( $order ) {
				$order->update_meta_data( '_warung_next_look', (string) ( time() - 1 ) );
				$order->save();
			}
			do_action( 'warung_wc_sweep' );
			return array();
		case 'settings':
			update_option( 'woocommerce_warung_settings', array_merge( (array) get_option( 'woocommerce_warung_settings', array() ), $input['settings'] ) );
			return array();
		case 'language':
			update_option( 'bridge_language', $input['language'] );
			return array();
		case 'connect':
			return Warung_Connection::connect();
		case 'disconnect':
			Warung_Connection::disconnect( Warung_Settings::get( 'base_url' ), Warung_Settings::get( 'api_key' ) );
			return array();
		case 'home':
			update_option( 'bridge_home', $input['url'] );
			return array();
		case 'facts':
			return array(
				'blocks'    => bridge_blocks(),
				'planned'   => as_has_scheduled_action( 'warung_wc_sweep' ),
				'available' => WC()->payment_gateways()->payment_gateways()['warung']->is_available(),
			);
	}
	return array( 'error' => 'unknown act' );
}

/**
 * Presses "Place order".
 *
 * @param int $id The order.
 * @return array
 */
function bridge_pay( $id ) {
	$result = WC()->payment_gateways()->payment_gateways()['warung']->process_payment( $id );
	$order  = wc_get_order( $id );
	return $result + array(
		'order'     => $id,
		'key'       => $order->get_order_key(),
		'invoice'   => $order->get_meta( '_warung_current' ),
		'reference' => class_exists( 'Warung_Orders' ) ? Warung_Orders::reference( $id ) : '',
	);
}

/**
 * Adds a product, opens a checkout, and stores the address of the owner in their profile.
 *
 * @param int    $amount   The price.
 * @param string $checkout The shortcode of the checkout's page; empty for WooCommerce's own page, with Blocks.
 * @return array
 */
function bridge_shelf( $amount, $checkout ) {
	$product = new WC_Product_Simple();
	$product->set_name( 'Kopi' );
	$product->set_regular_price( (string) $amount );
	$product->set_virtual( true );
	$product->save();
	WC_Install::create_pages();
	$page = wc_get_page_id( 'checkout' );
	if ( '' !== $checkout ) {
		wp_update_post( array( 'ID' => $page, 'post_content' => $checkout ) );
	}
	update_option( 'woocommerce_default_country', 'ID:JK' );
	$customer = new WC_Customer( 1 );
	$customer->set_billing_location( 'ID', 'JK', '10110', 'Jakarta' );
	$customer->set_billing_first_name( 'Siti' );
	$customer->set_billing_last_name( 'Aminah' );
	$customer->set_billing_address_1( 'Jalan Mawar 7' );
	$customer->set_billing_phone( '081234567890' );
	$customer->set_billing_email( 'siti@example.id' );
	$customer->save();
	return array( 'product' => $product->get_id(), 'checkout' => get_permalink( $page ) );
}

/** Returns the data that the Blocks checkout would get. */
function bridge_blocks() {
	if ( ! class_exists( 'Warung_Blocks' ) ) {
		return null;
	}
	$method = new Warung_Blocks();
	$method->initialize();
	return array(
		'active'  => $method->is_active(),
		'scripts' => $method->get_payment_method_script_handles(),
		'data'    => $method->get_payment_method_data(),
	);
}
