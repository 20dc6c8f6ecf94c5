<?php
/**
 * Functions of WooCommerce and of Action Scheduler.
 *
 * @package Warung_For_WooCommerce
 */

defined( 'ABSPATH' ) || exit;

final class WC_Double_Gateways {
	private $gateways = null;

	public function payment_gateways() {
		if ( null === $this->gateways ) {
			foreach ( apply_filters( 'woocommerce_payment_gateways', array() ) as $class ) {
				$gateway                        = new $class();
				$this->gateways[ $gateway->id ] = $gateway;
			}
		}
		return $this->gateways;
	}
}

final class WooCommerce {
	public $cart = null;
	private $gateways;

	public function __construct() {
		$this->gateways = new WC_Double_Gateways();
	}

	public function payment_gateways() {
		return $this->gateways;
	}

	public function api_request_url( $request, $ssl = null ) {
		return add_query_arg( 'wc-api', $request, home_url( '/' ) );
	}
}

function WC() {
	static $woocommerce = null;
	return $woocommerce ??= new WooCommerce();
}

function get_woocommerce_currency() {
	return get_option( 'woocommerce_currency' );
}

function wc_get_order_statuses() {
	return array_fill_keys( array( 'wc-pending', 'wc-processing', 'wc-on-hold', 'wc-completed', 'wc-cancelled', 'wc-refunded', 'wc-failed' ), '' );
}

function wc_create_order( $args = array() ) {
	$order = new WC_Order();
	$order->save();
	return $order;
}

function wc_get_order( $the_order = false ) {
	global $wpdb;
	$id = $wpdb->get_var( $wpdb->prepare( "SELECT id FROM {$wpdb->prefix}wc_orders WHERE id = %d AND type = 'shop_order'", $the_order ) );
	return $id ? new WC_Order( $id ) : false;
}

function wc_get_orders( $args ) {
	global $wpdb;
	$compare = '<=' === ( $args['meta_compare'] ?? '=' ) ? '<=' : '=';
	$ids     = $wpdb->get_col( $wpdb->prepare( "SELECT DISTINCT o.id FROM {$wpdb->prefix}wc_orders o JOIN {$wpdb->prefix}wc_orders_meta m ON m.order_id = o.id WHERE o.type = 'shop_order' AND m.meta_key = %s AND m.meta_value $compare %s ORDER BY o.id LIMIT %d", $args['meta_key'], $args['meta_value'], $args['limit'] ) );
	return 'ids' === ( $args['return'] ?? '' ) ? $ids : array_map( 'wc_get_order', $ids );
}

function wc_create_refund( $args = array() ) {
	global $wpdb;
	$order = wc_get_order( $args['order_id'] );
	$left  = (float) $order->get_total() - $order->get_total_refunded();
	if ( (float) $args['amount'] > $left + 0.001 ) {
		return new WP_Error( 'error', 'Invalid refund amount.' );
	}
	$table = $wpdb->prefix . 'wc_orders';
	$wpdb->insert( $table, array( 'type' => 'shop_order_refund', 'status' => 'wc-completed', 'currency' => 'IDR', 'parent_order_id' => $order->get_id(), 'total_amount' => -1 * (float) $args['amount'] ) );
	$refund = $wpdb->insert_id;
	if ( ! empty( $args['refund_payment'] ) ) {
		$gateway = WC()->payment_gateways()->payment_gateways()[ $order->get_payment_method() ];
		$done    = $gateway->process_refund( $order->get_id(), $args['amount'], $args['reason'] ?? '' );
		if ( true !== $done ) {
			$wpdb->delete( $table, array( 'id' => $refund ) );
			return is_wp_error( $done ) ? $done : new WP_Error( 'error', 'The refund failed.' );
		}
	}
	if ( (float) $order->get_total() - $order->get_total_refunded() < 0.001 ) {
		wc_get_order( $order->get_id() )->update_status( 'refunded' );
	}
	return $refund;
}

/** Reduces the stock once: the flag is set first, because nothing else guards the stock. */
function wc_maybe_reduce_stock_levels( $order_id ) {
	wc_double_move_stock( $order_id, 0, 1, -1 );
}

function wc_maybe_increase_stock_levels( $order_id ) {
	wc_double_move_stock( $order_id, 1, 0, 1 );
}

function wc_double_move_stock( $order_id, $from, $to, $sign ) {
	global $wpdb;
	$order = wc_get_order( $order_id );
	if ( ! $order ) {
		return;
	}
	$moved = $wpdb->query( $wpdb->prepare( "UPDATE {$wpdb->prefix}wc_order_operational_data SET order_stock_reduced = %d WHERE order_id = %d AND order_stock_reduced = %d", $to, $order_id, $from ) );
	if ( 1 === $moved && $order->get_meta( '_double_product' ) ) {
		list( $product, $quantity ) = explode( ' ', $order->get_meta( '_double_product' ) );
		$wpdb->query( $wpdb->prepare( "UPDATE {$wpdb->postmeta} SET meta_value = meta_value + %d WHERE post_id = %d AND meta_key = '_stock'", $sign * (int) $quantity, $product ) );
	}
}
foreach ( array( 'payment_complete', 'order_status_completed', 'order_status_processing', 'order_status_on-hold' ) as $hook ) {
	add_action( 'woocommerce_' . $hook, 'wc_maybe_reduce_stock_levels' );
}
foreach ( array( 'order_status_cancelled', 'order_status_pending' ) as $hook ) {
	add_action( 'woocommerce_' . $hook, 'wc_maybe_increase_stock_levels' );
}

function wc_add_notice( $message, $notice_type = 'success', $data = array() ) {
	$GLOBALS['wc_double_notices'][] = array(
		'type'    => $notice_type,
		'message' => $message,
	);
}

function wc_get_logger() {
	return new class() {
		public function __call( $level, $arguments ) {
			error_log( $level . ' ' . $arguments[0] );
		}
	};
}

function is_wc_endpoint_url( $endpoint = false ) {
	return '' !== (string) get_query_var( $endpoint );
}

function wc_get_container() {
	return null;
}

final class WC_AJAX {
	public static function get_endpoint( $request = '' ) {
		return add_query_arg( 'wc-ajax', $request, home_url( '/' ) );
	}
}

function as_schedule_recurring_action( $timestamp, $interval_in_seconds, $hook, $args = array(), $group = '', $unique = false, $priority = 10 ) {
	update_option( 'double_action_' . $hook, array( $timestamp, $interval_in_seconds, $group ) );
	return 1;
}

function as_has_scheduled_action( $hook, $args = null, $group = '' ) {
	return (bool) get_option( 'double_action_' . $hook );
}

function as_unschedule_all_actions( $hook, $args = array(), $group = '' ) {
	delete_option( 'double_action_' . $hook );
}
