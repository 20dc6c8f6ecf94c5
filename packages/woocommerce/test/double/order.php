<?php
/**
 * Orders.
 *
 * @package Warung_For_WooCommerce
 */

defined( 'ABSPATH' ) || exit;

class WC_DateTime extends DateTime {
}

/** An order. As in the real one, a change of its status is written before its hooks run. */
class WC_Order extends WC_Data {
	private $props   = array(
		'status'          => 'pending',
		'currency'        => 'IDR',
		'total_amount'    => '0',
		'payment_method'  => '',
		'transaction_id'  => '',
		'date_created_gmt' => null,
		'order_key'       => '',
		'date_paid_gmt'   => null,
	);
	private $changes = array();
	private $moves   = null;

	public function __construct( $order = 0 ) {
		global $wpdb;
		$this->id = (int) $order;
		if ( ! $this->id ) {
			return;
		}
		$row         = $wpdb->get_row( $wpdb->prepare( "SELECT o.*, d.order_key, d.date_paid_gmt FROM {$wpdb->prefix}wc_orders o JOIN {$wpdb->prefix}wc_order_operational_data d ON d.order_id = o.id WHERE o.id = %d", $this->id ), ARRAY_A );
		$this->props = array_merge( $this->props, $row );
		$this->props['status'] = substr( $row['status'], 3 );
	}

	private function set( $name, $value ) {
		if ( $this->props[ $name ] !== $value ) {
			$this->props[ $name ]   = $value;
			$this->changes[ $name ] = $value;
		}
	}

	public function get_status( $context = 'view' ) {
		return $this->props['status'];
	}

	public function has_status( $status ) {
		return in_array( $this->props['status'], (array) $status, true );
	}

	public function get_currency( $context = 'view' ) {
		return $this->props['currency'];
	}

	public function set_currency( $value ) {
		$this->set( 'currency', $value );
	}

	public function get_total( $context = 'view' ) {
		return number_format( (float) $this->props['total_amount'], 2, '.', '' );
	}

	public function set_total( $value ) {
		$this->set( 'total_amount', (string) $value );
	}

	public function get_order_key( $context = 'view' ) {
		return $this->props['order_key'];
	}

	public function get_order_number() {
		return (string) $this->id;
	}

	public function get_payment_method( $context = 'view' ) {
		return $this->props['payment_method'];
	}

	public function set_payment_method( $payment_method = '' ) {
		$this->set( 'payment_method', is_object( $payment_method ) ? $payment_method->id : $payment_method );
	}

	public function get_transaction_id( $context = 'view' ) {
		return (string) $this->props['transaction_id'];
	}

	public function set_transaction_id( $value ) {
		$this->set( 'transaction_id', $value );
	}

	public function get_date_created( $context = 'view' ) {
		return new WC_DateTime( $this->props['date_created_gmt'] . ' UTC' );
	}

	public function get_date_paid( $context = 'view' ) {
		return $this->props['date_paid_gmt'] ? new WC_DateTime( $this->props['date_paid_gmt'] . ' UTC' ) : null;
	}

	public function set_date_paid( $date = null ) {
		$this->set( 'date_paid_gmt', null === $date ? null : gmdate( 'Y-m-d H:i:s', (int) $date ) );
	}

	public function add_product( $product, $qty = 1, $args = array() ) {
		$this->update_meta_data( '_double_product', $product->get_id() . ' ' . $qty );
		$this->set_total( $args['total'] );
		return 1;
	}

	public function calculate_totals( $and_taxes = true ) {
		return (float) $this->props['total_amount'];
	}

	public function get_total_refunded() {
		global $wpdb;
		return -1 * (float) $wpdb->get_var( $wpdb->prepare( "SELECT SUM(total_amount) FROM {$wpdb->prefix}wc_orders WHERE type = 'shop_order_refund' AND parent_order_id = %d", $this->id ) );
	}

	public function needs_processing() {
		return true;
	}

	public function needs_payment() {
		$statuses = apply_filters( 'woocommerce_valid_order_statuses_for_payment', array( 'pending', 'failed' ), $this );
		return $this->has_status( $statuses ) && (float) $this->props['total_amount'] > 0;
	}

	public function get_checkout_order_received_url() {
		return add_query_arg( array( 'order-received' => $this->id, 'key' => $this->get_order_key() ), home_url( '/' ) );
	}

	public function get_checkout_payment_url( $on_checkout = false ) {
		return add_query_arg( array( 'order-pay' => $this->id, 'pay_for_order' => 'true', 'key' => $this->get_order_key() ), home_url( '/' ) );
	}

	public function add_order_note( $note, $is_customer_note = 0, $added_by_user = false, $meta_data = array() ) {
		return wp_insert_comment(
			array(
				'comment_post_ID'  => $this->id,
				'comment_content'  => $note,
				'comment_type'     => 'order_note',
				'comment_author'   => 'WooCommerce',
				'comment_approved' => 1,
			)
		);
	}

	public function set_status( $new_status, $note = '', $manual_update = false ) {
		if ( $new_status !== $this->props['status'] ) {
			$this->moves = array( $this->props['status'], $new_status, $note );
			if ( in_array( $new_status, array( 'processing', 'completed' ), true ) && ! $this->props['date_paid_gmt'] ) {
				$this->set_date_paid( time() );
			}
		}
		$this->set( 'status', $new_status );
	}

	public function update_status( $new_status, $note = '', $manual = false ) {
		$this->set_status( $new_status, $note, $manual );
		$this->save();
		return true;
	}

	public function payment_complete( $transaction_id = '' ) {
		do_action( 'woocommerce_pre_payment_complete', $this->id, $transaction_id );
		if ( ! $this->has_status( array( 'on-hold', 'pending', 'failed', 'cancelled' ) ) ) {
			return false;
		}
		$this->set_transaction_id( $transaction_id );
		$this->set_date_paid( time() );
		$this->set_status( 'processing' );
		$this->save();
		do_action( 'woocommerce_payment_complete', $this->id, $transaction_id );
		return true;
	}

	public function save() {
		global $wpdb;
		if ( ! $this->id ) {
			$this->props['order_key'] = 'wc_order_' . wp_generate_password( 13, false );
			$wpdb->insert( $wpdb->prefix . 'wc_orders', array( 'status' => 'wc-pending', 'currency' => 'IDR', 'type' => 'shop_order', 'date_created_gmt' => gmdate( 'Y-m-d H:i:s' ) ) );
			$this->id                        = $wpdb->insert_id;
			$this->props['date_created_gmt'] = gmdate( 'Y-m-d H:i:s' );
			$wpdb->insert( $wpdb->prefix . 'wc_order_operational_data', array( 'order_id' => $this->id, 'order_key' => $this->props['order_key'], 'order_stock_reduced' => 0 ) );
		}
		$changes = $this->changes;
		if ( isset( $changes['status'] ) ) {
			$changes['status'] = 'wc-' . $changes['status'];
		}
		if ( array_key_exists( 'date_paid_gmt', $changes ) ) {
			$wpdb->update( $wpdb->prefix . 'wc_order_operational_data', array( 'date_paid_gmt' => $changes['date_paid_gmt'] ), array( 'order_id' => $this->id ) );
			unset( $changes['date_paid_gmt'] );
		}
		if ( $changes ) {
			$wpdb->update( $wpdb->prefix . 'wc_orders', $changes, array( 'id' => $this->id ) );
		}
		$this->changes = array();
		$this->save_meta_data();
		$moves       = $this->moves;
		$this->moves = null;
		if ( $moves ) {
			$this->add_order_note( trim( $moves[2] . ' Order status changed from ' . $moves[0] . ' to ' . $moves[1] . '.' ) );
			do_action( 'woocommerce_order_status_' . $moves[1], $this->id, $this );
			do_action( 'woocommerce_order_status_changed', $this->id, $moves[0], $moves[1], $this );
		}
		return $this->id;
	}
}
