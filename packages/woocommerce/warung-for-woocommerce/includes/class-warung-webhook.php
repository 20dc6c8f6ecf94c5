<?php
/**
 * Messages from Warung.
 *
 * @package Warung_For_WooCommerce
 */

defined( 'ABSPATH' ) || exit;

/** Receives callbacks of payments and events of endpoints. */
class Warung_Webhook {

	const LAST         = 'warung_wc_last_message';
	const BODY_MAX     = 262144;
	const PATIENCE_S   = 8;
	const UNAVAILABLE  = 503;
	const UNAUTHORIZED = 401;

	/** Hooks into WordPress. */
	public static function register() {
		add_action( 'woocommerce_api_warung', array( __CLASS__, 'answer' ) );
	}

	/** Returns the address to which Warung posts. It works without pretty permalinks. */
	public static function url() {
		/**
		 * Filters the address of the webhook, for a site that Warung reaches at a different address than visitors.
		 *
		 * @param string $url The address.
		 */
		return (string) apply_filters( 'warung_wc_webhook_url', add_query_arg( 'wc-api', 'warung', home_url( '/' ) ) );
	}

	/** Answers a message. */
	public static function answer() {
		// The signature replaces a nonce.
		$raw_body = (string) file_get_contents( 'php://input', false, null, 0, self::BODY_MAX );
		$headers  = array(
			'id'        => self::header( 'HTTP_WEBHOOK_ID' ),
			'timestamp' => self::header( 'HTTP_WEBHOOK_TIMESTAMP' ),
			'signature' => self::header( 'HTTP_WEBHOOK_SIGNATURE' ),
		);
		nocache_headers();
		$refusal = Warung_Signature::refusal( $raw_body, $headers, Warung_Settings::secrets(), time() );
		if ( null !== $refusal ) {
			self::remember( $refusal, '' );
			self::send( self::UNAUTHORIZED, $refusal );
		}
		$message = json_decode( $raw_body, true );
		$data    = isset( $message['data'] ) && is_array( $message['data'] ) ? $message['data'] : $message;
		$type    = isset( $message['type'] ) ? $message['type'] : ( isset( $message['event'] ) ? $message['event'] : '' );
		if ( ! is_array( $data ) || ! is_string( $type ) ) {
			self::send( 400, 'not_understood' );
		}
		self::remember( 'accepted', isset( $data['invoice_id'] ) ? (string) $data['invoice_id'] : '' );
		if ( '1' === self::header( 'HTTP_X_WEBHOOK_TEST' ) ) {
			self::send( 200, 'test' );
		}
		try {
			list( $status, $word ) = self::take( $type, $data );
		} catch ( Warung_Error $error ) {
			list( $status, $word ) = array( self::UNAVAILABLE, 'not_confirmed' );
		}
		self::send( $status, $word );
	}

	/**
	 * Books a message.
	 *
	 * @param string $type Type, such as `payment.paid`.
	 * @param array  $data Its data.
	 * @return array Status and outcome.
	 */
	private static function take( $type, $data ) {
		if ( 0 === strpos( $type, 'payment.' ) && isset( $data['invoice_id'], $data['status'], $data['amount'] ) ) {
			$fact      = Warung_Orders::payment_fact( $data );
			$reference = isset( $data['reference'] ) ? (string) $data['reference'] : '';
		} elseif ( 'transfer.in_review' === $type && isset( $data['transfer_id'] ) ) {
			$invoice   = (string) ( ! empty( $data['invoice_id'] ) ? $data['invoice_id'] : ( isset( $data['likely_invoice_id'] ) ? $data['likely_invoice_id'] : '' ) );
			$fact      = Warung_Orders::transfer_fact( $data, $invoice );
			$reference = '';
		} else {
			return array( 200, 'ignored' );
		}
		// Other sites of the same account have payments, too: a message about them is not a failure.
		$order_id = '' === $fact['invoice'] ? null : Warung_Orders::find( $fact['invoice'], $reference );
		if ( null === $order_id ) {
			return array( 200, 'not_ours' );
		}
		$outcome = Warung_Orders::apply( $order_id, array( $fact ), self::PATIENCE_S );
		return 'busy' === $outcome ? array( self::UNAVAILABLE, 'busy' ) : array( 200, 'done' );
	}

	/**
	 * Returns a header of the request.
	 *
	 * @param string $name Its name in $_SERVER.
	 * @return string
	 */
	private static function header( $name ) {
		return isset( $_SERVER[ $name ] ) ? sanitize_text_field( wp_unslash( $_SERVER[ $name ] ) ) : '';
	}

	/**
	 * Stores the outcome of the last message for the settings page.
	 *
	 * @param string $outcome `accepted`, or the reason why it was rejected.
	 * @param string $invoice Its payment.
	 */
	private static function remember( $outcome, $invoice ) {
		update_option(
			self::LAST,
			array(
				'at'      => time(),
				'outcome' => $outcome,
				'invoice' => sanitize_text_field( $invoice ),
			),
			false
		);
	}

	/**
	 * Sends an answer and ends the request.
	 *
	 * @param int    $status HTTP status.
	 * @param string $word   The outcome.
	 */
	private static function send( $status, $word ) {
		if ( self::UNAVAILABLE === $status ) {
			header( 'Retry-After: 5' );
		}
		wp_send_json( array( 'warung' => $word ), $status );
	}
}
