<?php
/**
 * The payment method.
 *
 * @package Warung_For_WooCommerce
 */

defined( 'ABSPATH' ) || exit;

/** QRIS through the merchant's own Warung shop. */
class Warung_Gateway extends WC_Payment_Gateway {

	const AMOUNT_MIN = 1000;

	/** Names the method, and reads its settings. */
	public function __construct() {
		$this->id                   = 'warung';
		$this->method_title         = __( 'Warung (QRIS)', 'warung-for-woocommerce' );
		$this->method_description   = __( 'Customers scan one QRIS code with any Indonesian bank or wallet app. The money goes to your own account.', 'warung-for-woocommerce' );
		$this->has_fields           = false;
		$this->supports             = array( 'products', 'refunds' );
		$this->icon                 = '';
		$this->init_form_fields();
		$this->init_settings();
		$this->title                = $this->get_option( 'title' );
		$this->description          = $this->get_option( 'description' );
		$this->order_button_text    = __( 'Pay with QRIS', 'warung-for-woocommerce' );
		$this->view_transaction_url = Warung_Settings::get( 'base_url' ) . '/dashboard/payments/%s';
		add_action( 'woocommerce_update_options_payment_gateways_' . $this->id, array( $this, 'process_admin_options' ) );
	}

	/** Lists the settings. */
	public function init_form_fields() {
		$this->form_fields = array(
			'enabled'        => array(
				'title'   => __( 'Enable', 'warung-for-woocommerce' ),
				'type'    => 'checkbox',
				'label'   => __( 'Offer QRIS at the checkout', 'warung-for-woocommerce' ),
				'default' => 'yes',
			),
			'base_url'       => array(
				'title'       => __( 'Address of your Warung', 'warung-for-woocommerce' ),
				'type'        => 'text',
				'placeholder' => 'https://pay.example',
				'description' => __( 'https, or http on this machine (localhost).', 'warung-for-woocommerce' ),
				'default'     => '',
			),
			'api_key'        => array(
				'title'       => __( 'API key', 'warung-for-woocommerce' ),
				'type'        => 'warung_secret',
				'description' => __( 'Begins with wrg_test_ or wrg_live_. Scopes: payments and endpoints; money as well if you want to refund from here.', 'warung-for-woocommerce' ),
				'default'     => '',
			),
			'webhook_secret' => array(
				'title'       => __( 'Webhook secret', 'warung-for-woocommerce' ),
				'type'        => 'warung_secret',
				'description' => __( 'Only needed if the key may not register the webhook itself. Begins with whsec_; two, separated by a blank, while you rotate it.', 'warung-for-woocommerce' ),
				'default'     => '',
			),
			'way_back'       => array(
				'title' => __( 'The way back', 'warung-for-woocommerce' ),
				'type'  => 'warung_way_back',
			),
			'title'          => array(
				'title'   => __( 'Title', 'warung-for-woocommerce' ),
				'type'    => 'text',
				'default' => __( 'QRIS (all bank and wallet apps)', 'warung-for-woocommerce' ),
			),
			'description'    => array(
				'title'   => __( 'Description', 'warung-for-woocommerce' ),
				'type'    => 'textarea',
				'default' => __( 'Scan one code with your bank or wallet app. The order is confirmed within seconds.', 'warung-for-woocommerce' ),
			),
			'payment_method' => array(
				'title'       => __( 'Way of receiving', 'warung-for-woocommerce' ),
				'type'        => 'select',
				'options'     => array(
					''              => __( 'The first that your account can use', 'warung-for-woocommerce' ),
					'qris'          => 'qris',
					'qris_user'     => 'qris_user',
					'wallet_qris'   => 'wallet_qris',
					'qris_platform' => 'qris_platform',
					'all'           => 'all',
				),
				'description' => __( 'As your Warung calls them.', 'warung-for-woocommerce' ),
				'default'     => '',
			),
		);
	}

	/**
	 * Draws a field whose stored value never leaves the server.
	 *
	 * @param string $key  Name of the setting.
	 * @param array  $data Its field.
	 * @return string
	 */
	public function generate_warung_secret_html( $key, $data ) {
		$name   = $this->get_field_key( $key );
		$hint   = '' === $this->get_option( $key ) ? '' : __( 'stored; leave empty to keep it', 'warung-for-woocommerce' );
		$field  = '<input type="password" class="input-text regular-input" autocomplete="new-password" value=""';
		$field .= ' id="' . esc_attr( $name ) . '" name="' . esc_attr( $name ) . '" placeholder="' . esc_attr( $hint ) . '">';
		return $this->row( $name, $data['title'], $field . '<p class="description">' . esc_html( $data['description'] ) . '</p>' );
	}

	/**
	 * Draws the button that tests the webhook.
	 *
	 * @param string $key  Name of the setting.
	 * @param array  $data Its field.
	 * @return string
	 */
	public function generate_warung_way_back_html( $key, $data ) {
		$button  = '<button type="button" class="button" id="warung-way-back" data-url="' . esc_url( admin_url( 'admin-ajax.php' ) ) . '"';
		$button .= ' data-action="' . esc_attr( Warung_Connection::ACTION ) . '" data-nonce="' . esc_attr( wp_create_nonce( Warung_Connection::ACTION ) ) . '"';
		$button .= ' data-wait="' . esc_attr__( 'A message of Warung is awaited …', 'warung-for-woocommerce' ) . '"';
		$button .= ' data-failed="' . esc_attr__( 'This site did not answer.', 'warung-for-woocommerce' ) . '">';
		$button .= esc_html__( 'Try the way back', 'warung-for-woocommerce' ) . '</button>';
		$address = '<p class="description"><code>' . esc_html( Warung_Webhook::url() ) . '</code></p>';
		return $this->row( $key, $data['title'], $button . '<p id="warung-way-back-result" role="status"></p>' . $address );
	}

	/**
	 * Draws a row of the settings.
	 *
	 * @param string $name  Id of its field.
	 * @param string $title Its title.
	 * @param string $html  Its field, escaped.
	 * @return string
	 */
	private function row( $name, $title, $html ) {
		$label = '<label for="' . esc_attr( $name ) . '">' . esc_html( $title ) . '</label>';
		return '<tr valign="top"><th scope="row" class="titledesc">' . $label . '</th><td class="forminp">' . $html . '</td></tr>';
	}

	/** Draws the settings, with the script of the button. */
	public function admin_options() {
		wp_enqueue_script( 'warung-wc-admin', plugins_url( 'assets/admin.js', WARUNG_WC_FILE ), array(), WARUNG_WC_VERSION, true );
		parent::admin_options();
	}

	/** The row with the button has no value to read. */
	public function validate_way_back_field() {
		return '';
	}

	/**
	 * Checks the address.
	 *
	 * @param string $key   Name of the setting.
	 * @param string $value The typed value.
	 * @return string
	 * @throws Exception If the address is not safe for payments.
	 */
	public function validate_base_url_field( $key, $value ) {
		$base_url = Warung_Settings::base_url( wp_unslash( (string) $value ) );
		if ( null === $base_url && '' !== trim( (string) $value ) ) {
			throw new Exception( esc_html__( 'The address of your Warung begins with https:// (http:// only on this machine).', 'warung-for-woocommerce' ) );
		}
		return (string) $base_url;
	}

	/**
	 * Checks the key.
	 *
	 * @param string $key   Name of the setting.
	 * @param string $value The typed value; empty to keep the stored one.
	 * @return string
	 * @throws Exception If it is not a key.
	 */
	public function validate_api_key_field( $key, $value ) {
		$text = trim( sanitize_text_field( wp_unslash( (string) $value ) ) );
		if ( '' === $text ) {
			return Warung_Settings::get( 'api_key' );
		}
		if ( 1 !== preg_match( '/^wrg_(test|live)_[A-Za-z0-9_-]+$/D', $text ) ) {
			throw new Exception( esc_html__( 'The API key begins with wrg_test_ or wrg_live_: copy it whole from Warung.', 'warung-for-woocommerce' ) );
		}
		return $text;
	}

	/**
	 * Checks the secrets.
	 *
	 * @param string $key   Name of the setting.
	 * @param string $value The typed value; empty to keep the stored one.
	 * @return string
	 * @throws Exception If one is damaged.
	 */
	public function validate_webhook_secret_field( $key, $value ) {
		$text = trim( sanitize_text_field( wp_unslash( (string) $value ) ) );
		if ( '' === $text ) {
			return Warung_Settings::get( 'webhook_secret' );
		}
		foreach ( preg_split( '/\s+/', $text ) as $secret ) {
			if ( 0 !== strpos( $secret, 'whsec_' ) || null === Warung_Signature::key_of( $secret ) ) {
				throw new Exception( esc_html__( 'The webhook secret begins with whsec_: copy it whole from Warung.', 'warung-for-woocommerce' ) );
			}
		}
		return $text;
	}

	/** Stores the settings, and connects. WooCommerce has checked the nonce and the user's permission. */
	public function process_admin_options() {
		$before = array( Warung_Settings::get( 'base_url' ), Warung_Settings::get( 'api_key' ) );
		$stored = parent::process_admin_options();
		$after  = array( Warung_Settings::get( 'base_url' ), Warung_Settings::get( 'api_key' ) );
		if ( $after !== $before ) {
			Warung_Connection::disconnect( $before[0], $before[1] );
		}
		if ( Warung_Settings::is_complete() && array() === $this->get_errors() ) {
			$outcome = Warung_Connection::connect();
			foreach ( $outcome['errors'] as $text ) {
				$this->add_error( $text );
			}
			if ( class_exists( 'WC_Admin_Settings' ) ) {
				array_map( array( 'WC_Admin_Settings', 'add_message' ), $outcome['news'] );
			}
		}
		$this->init_settings();
		if ( class_exists( 'WC_Admin_Settings' ) ) {
			array_map( array( 'WC_Admin_Settings', 'add_error' ), $this->get_errors() );
		}
		return $stored;
	}

	/** Returns whether the merchant has to set something first. */
	public function needs_setup() {
		return ! Warung_Settings::is_complete();
	}

	/** Returns whether the customer may choose the method: only rupiah can be paid by QRIS. */
	public function is_available() {
		return parent::is_available() && Warung_Settings::is_complete() && 'IDR' === get_woocommerce_currency();
	}

	/**
	 * Creates the payment of an order, or reuses an existing one, and returns the address of the page with its code.
	 *
	 * @param int $order_id The order.
	 * @return array
	 */
	public function process_payment( $order_id ) {
		$order = wc_get_order( $order_id );
		if ( 'IDR' !== $order->get_currency() || Warung_Orders::due( $order ) < self::AMOUNT_MIN ) {
			wc_add_notice( __( 'QRIS takes rupiah, from Rp 1.000.', 'warung-for-woocommerce' ), 'error' );
			return array( 'result' => 'failure' );
		}
		try {
			$payment = Warung_Orders::begin( $order, $this->get_return_url( $order ) );
		} catch ( Warung_Error $error ) {
			wc_get_logger()->error( 'order ' . $order_id . ': ' . $error->getMessage(), array( 'source' => 'warung' ) );
			$order->add_order_note( esc_html( 'Warung: ' . $error->getMessage() ) );
			$text = 'in_review' === $error->reason ? $error->getMessage() : __( 'The QRIS code could not be made. Please try again in a moment, or choose another way to pay.', 'warung-for-woocommerce' );
			wc_add_notice( esc_html( $text ), 'error' );
			return array( 'result' => 'failure' );
		}
		if ( $order->has_status( array( 'cancelled', 'failed' ) ) ) {
			$order->update_status( 'pending', __( 'The customer pays again.', 'warung-for-woocommerce' ) );
		}
		if ( 'paid' === $payment['status'] ) {
			Warung_Orders::look( $order_id );
		}
		Warung_Schedule::plan();
		if ( WC()->cart ) {
			WC()->cart->empty_cart();
		}
		return array(
			'result'   => 'success',
			'redirect' => $this->get_return_url( $order ),
		);
	}

	/**
	 * Refunds money if the code's provider can send it; otherwise records that the merchant returns it.
	 *
	 * @param int        $order_id The order.
	 * @param float|null $amount   The amount.
	 * @param string     $reason   The reason.
	 * @return bool|WP_Error
	 */
	public function process_refund( $order_id, $amount = null, $reason = '' ) {
		$order  = wc_get_order( $order_id );
		$rupiah = (int) round( (float) $amount );
		try {
			$invoice = $order ? Warung_Orders::refundable( $order ) : null;
		} catch ( Warung_Error $error ) {
			return new WP_Error( 'warung_refund', esc_html( $error->getMessage() ) );
		}
		if ( null === $invoice || $rupiah < 1 || abs( $rupiah - (float) $amount ) > 0.004 ) {
			return new WP_Error( 'warung_refund', __( 'Only whole rupiah of an order that was paid by QRIS can be returned.', 'warung-for-woocommerce' ) );
		}
		// A refund whose answer was lost is repeated with the same key, because WooCommerce has booked the same sum by then.
		$key = 'wc-' . md5( $invoice . '|' . $rupiah . '|' . (int) round( (float) $order->get_total_refunded() ) );
		try {
			$answer = Warung_Client::stored()->post(
				'/refund-payment',
				array(
					'invoice' => $invoice,
					'amount'  => $rupiah,
					'reason'  => wp_html_excerpt( (string) $reason, 200 ),
				),
				$key
			);
		} catch ( Warung_Error $error ) {
			return new WP_Error( 'warung_refund', esc_html( $error->getMessage() ) );
		}
		$text = empty( $answer['refund']['by_provider'] )
			/* translators: %s: an amount */
			? __( 'No money was sent: %s is noted in Warung as returned by you. Send it to the customer yourself.', 'warung-for-woocommerce' )
			/* translators: %s: an amount */
			: __( 'The provider was asked to return %s to the customer.', 'warung-for-woocommerce' );
		$order->add_order_note( sprintf( $text, Warung_Orders::rupiah( $rupiah ) ) );
		return true;
	}
}
