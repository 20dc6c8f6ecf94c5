<?php
/**
 * The page with the code.
 *
 * @package Warung_For_WooCommerce
 */

defined( 'ABSPATH' ) || exit;

/** Shows the code on the thank-you page, and checks for its money on return and while the page is open. */
class Warung_Thankyou {

	// Several pages of one order, or a reloaded page, cause only one request to Warung in this time.
	const LOOK_EVERY_S   = 4;
	const REVIEW_EVERY_S = 30;
	const POLL_EVERY_MS  = 4000;
	const PICTURE_MAX    = 524288;

	/** Hooks into WordPress. */
	public static function register() {
		add_action( 'wp', array( __CLASS__, 'look_on_return' ) );
		add_action( 'woocommerce_thankyou_warung', array( __CLASS__, 'show' ) );
		add_action( 'wc_ajax_warung_status', array( __CLASS__, 'answer_status' ) );
		add_action( 'wc_ajax_warung_code', array( __CLASS__, 'answer_code' ) );
		add_action( 'wc_ajax_warung_simulate', array( __CLASS__, 'answer_simulate' ) );
	}

	/** Checks for the money before the page is drawn, so that a customer who has paid sees a paid order. */
	public static function look_on_return() {
		if ( ! is_wc_endpoint_url( 'order-received' ) ) {
			return;
		}
		$order = self::order_of_request( absint( get_query_var( 'order-received' ) ) );
		if ( $order ) {
			self::look( $order );
		}
	}

	/**
	 * Checks for the money of an open order, with a limited frequency.
	 *
	 * @param WC_Order $order The order.
	 */
	private static function look( $order ) {
		if ( 'warung' !== $order->get_payment_method() || ( $order->get_date_paid() && ! $order->has_status( 'pending' ) ) ) {
			return;
		}
		$id = $order->get_id();
		if ( get_transient( 'warung_wc_looked_' . $id ) ) {
			return;
		}
		set_transient( 'warung_wc_looked_' . $id, '1', self::LOOK_EVERY_S );
		$with_reviews = ! get_transient( 'warung_wc_reviewed_' . $id );
		if ( $with_reviews ) {
			set_transient( 'warung_wc_reviewed_' . $id, '1', self::REVIEW_EVERY_S );
		}
		Warung_Orders::look( $id, $with_reviews );
	}

	/**
	 * Returns the order if the request has its key; otherwise null.
	 *
	 * @param int $order_id The order.
	 * @return WC_Order|null
	 */
	private static function order_of_request( $order_id ) {
		// The key of an order is its customer's secret; reading needs no nonce.
		$key   = isset( $_GET['key'] ) ? sanitize_text_field( wp_unslash( $_GET['key'] ) ) : ''; // phpcs:ignore WordPress.Security.NonceVerification.Recommended
		$order = $order_id > 0 ? wc_get_order( $order_id ) : null;
		return $order instanceof WC_Order && '' !== $key && hash_equals( $order->get_order_key(), $key ) ? $order : null;
	}

	/**
	 * Returns the state of the order for the customer.
	 *
	 * @param WC_Order $order The order.
	 * @return string `waiting`, `paid`, `held` or `ended`.
	 */
	public static function state_of( $order ) {
		if ( $order->has_status( 'on-hold' ) ) {
			return 'held';
		}
		if ( $order->has_status( 'pending' ) ) {
			return 'waiting';
		}
		return $order->get_date_paid() ? 'paid' : 'ended';
	}

	/**
	 * Returns the address of one of the plugin's AJAX answers about an order.
	 *
	 * @param string   $name  Its name.
	 * @param WC_Order $order The order.
	 * @return string
	 */
	private static function url( $name, $order ) {
		return add_query_arg(
			array(
				'order' => $order->get_id(),
				'key'   => $order->get_order_key(),
			),
			WC_AJAX::get_endpoint( $name )
		);
	}

	/**
	 * Draws the code, or its outcome.
	 *
	 * @param int $order_id The order.
	 */
	public static function show( $order_id ) {
		$order = wc_get_order( $order_id );
		if ( ! $order instanceof WC_Order || '' === (string) $order->get_meta( Warung_Orders::CURRENT ) ) {
			return;
		}
		wp_enqueue_style( 'warung-wc', plugins_url( 'assets/thankyou.css', WARUNG_WC_FILE ), array(), WARUNG_WC_VERSION );
		$state = self::state_of( $order );
		echo '<section class="warung-payment" id="warung-payment" data-state="' . esc_attr( $state ) . '" data-url="' . esc_url( self::url( 'warung_status', $order ) ) . '" data-every="' . esc_attr( (string) self::POLL_EVERY_MS ) . '">';
		if ( 'waiting' === $state ) {
			self::show_code( $order );
		} elseif ( 'paid' === $state ) {
			echo '<p class="warung-done" role="status">' . esc_html__( 'Your payment has arrived. Thank you.', 'warung-for-woocommerce' ) . '</p>';
		} elseif ( 'held' === $state ) {
			echo '<p role="status">' . esc_html__( 'Money for this order has arrived, and the shop looks at it. Please do not pay again.', 'warung-for-woocommerce' ) . '</p>';
		} else {
			self::show_end( $order );
		}
		echo '</section>';
	}

	/**
	 * Draws the code, the amount, and the next steps.
	 *
	 * @param WC_Order $order The order.
	 */
	private static function show_code( $order ) {
		wp_enqueue_script( 'warung-wc', plugins_url( 'assets/thankyou.js', WARUNG_WC_FILE ), array(), WARUNG_WC_VERSION, true );
		$amount = (int) $order->get_meta( '_warung_final_amount' );
		$page   = (string) $order->get_meta( '_warung_payment_url' );
		$until  = (string) $order->get_meta( '_warung_expires_at' );
		echo '<h2>' . esc_html__( 'Pay with QRIS', 'warung-for-woocommerce' ) . '</h2>';
		echo '<p class="warung-amount"><strong>' . esc_html( Warung_Orders::rupiah( $amount ) ) . '</strong></p>';
		if ( Warung_Orders::due( $order ) < $amount ) {
			echo '<p>' . esc_html__( 'The last digits tell your payment apart. Please pay exactly this amount.', 'warung-for-woocommerce' ) . '</p>';
		}
		echo '<img class="warung-code" width="280" height="280" src="' . esc_url( self::url( 'warung_code', $order ) ) . '" alt="' . esc_attr__( 'QRIS code of this order', 'warung-for-woocommerce' ) . '">';
		if ( '' !== $until ) {
			/* translators: %s: a date and time */
			echo '<p>' . esc_html( sprintf( __( 'The code is valid until %s.', 'warung-for-woocommerce' ), $until ) ) . '</p>';
		}
		echo '<p role="status" class="warung-status">' . esc_html__( 'Scan the code with your bank or wallet app. This page shows when the money has arrived.', 'warung-for-woocommerce' ) . '</p>';
		echo '<p><a class="button wp-element-button" href="' . esc_url( $order->get_checkout_order_received_url() ) . '">' . esc_html__( 'I have paid', 'warung-for-woocommerce' ) . '</a> ';
		if ( '' !== $page ) {
			echo '<a class="button wp-element-button" href="' . esc_url( $page ) . '">' . esc_html__( 'Open the payment page', 'warung-for-woocommerce' ) . '</a>';
		}
		echo '</p>';
		if ( Warung_Settings::is_test() && current_user_can( 'manage_woocommerce' ) ) {
			echo '<form method="post" action="' . esc_url( self::url( 'warung_simulate', $order ) ) . '">';
			wp_nonce_field( 'warung_wc_simulate' );
			echo '<button type="submit" class="button wp-element-button">' . esc_html__( 'Test mode: let the money arrive', 'warung-for-woocommerce' ) . '</button></form>';
		}
	}

	/**
	 * Draws the end of an unpaid order.
	 *
	 * @param WC_Order $order The order.
	 */
	private static function show_end( $order ) {
		echo '<p role="status">' . esc_html__( 'The code of this order has ended unpaid. If you have paid, contact the shop; do not pay twice.', 'warung-for-woocommerce' ) . '</p>';
		if ( $order->needs_payment() ) {
			echo '<p><a class="button wp-element-button" href="' . esc_url( $order->get_checkout_payment_url() ) . '">' . esc_html__( 'Get a new code', 'warung-for-woocommerce' ) . '</a></p>';
		}
	}

	/** Returns the order that the request names with its key; ends any other request. */
	private static function order_or_end() {
		$id    = isset( $_GET['order'] ) ? absint( $_GET['order'] ) : 0; // phpcs:ignore WordPress.Security.NonceVerification.Recommended -- the key of the order is checked.
		$order = self::order_of_request( $id );
		if ( ! $order ) {
			wp_send_json( array( 'state' => 'unknown' ), 404 );
		}
		return $order;
	}

	/** Answers the open page with the state of its order. */
	public static function answer_status() {
		$order = self::order_or_end();
		nocache_headers();
		if ( 'waiting' === self::state_of( $order ) ) {
			self::look( $order );
			$order = wc_get_order( $order->get_id() );
		}
		wp_send_json( array( 'state' => self::state_of( $order ) ) );
	}

	/** Answers with the picture of the code: Warung forbids other sites to embed its pictures, and browsers obey. */
	public static function answer_code() {
		$order   = self::order_or_end();
		$invoice = (string) $order->get_meta( Warung_Orders::CURRENT );
		$stored  = get_transient( 'warung_wc_code_' . $invoice );
		$picture = is_string( $stored ) ? base64_decode( $stored, true ) : ''; // phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions.obfuscation_base64_decode -- bytes of a picture.
		if ( '' === $picture || false === $picture ) {
			$url     = add_query_arg( 'invoice', rawurlencode( $invoice ), Warung_Settings::get( 'base_url' ) . '/pay/qr.png' );
			$answer  = wp_remote_get(
				$url,
				array(
					'timeout'             => 10,
					'redirection'         => 0,
					'limit_response_size' => self::PICTURE_MAX,
				)
			);
			$picture = 200 === wp_remote_retrieve_response_code( $answer ) ? wp_remote_retrieve_body( $answer ) : '';
			if ( 0 !== strpos( $picture, "\x89PNG" ) ) {
				// The provider is still creating it: the page asks again.
				nocache_headers();
				status_header( 503 );
				exit;
			}
			set_transient( 'warung_wc_code_' . $invoice, base64_encode( $picture ), HOUR_IN_SECONDS ); // phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions.obfuscation_base64_encode -- bytes of a picture.
		}
		nocache_headers();
		header( 'Content-Type: image/png' );
		header( 'X-Content-Type-Options: nosniff' );
		echo $picture; // phpcs:ignore WordPress.Security.EscapeOutput.OutputNotEscaped -- bytes of a picture, sent as such.
		exit;
	}

	/** Simulates test money when a person who runs the site presses the button. */
	public static function answer_simulate() {
		$order = self::order_or_end();
		if ( ! current_user_can( 'manage_woocommerce' ) || ! check_ajax_referer( 'warung_wc_simulate', '_wpnonce', false ) ) {
			wp_die( esc_html__( 'You may not do this.', 'warung-for-woocommerce' ), '', array( 'response' => 403 ) );
		}
		try {
			Warung_Client::stored()->post( '/simulate-payment', array( 'invoice' => (string) $order->get_meta( Warung_Orders::CURRENT ) ) );
		} catch ( Warung_Error $error ) {
			wp_die( esc_html( $error->getMessage() ), '', array( 'response' => 400 ) );
		}
		delete_transient( 'warung_wc_looked_' . $order->get_id() );
		wp_safe_redirect( $order->get_checkout_order_received_url() );
		exit;
	}
}
