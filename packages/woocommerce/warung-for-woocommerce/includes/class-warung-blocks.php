<?php
/**
 * The payment method in the Blocks checkout.
 *
 * @package Warung_For_WooCommerce
 */

defined( 'ABSPATH' ) || exit;

/** Registers the script and its data. */
final class Warung_Blocks extends \Automattic\WooCommerce\Blocks\Payments\Integrations\AbstractPaymentMethodType {

	/**
	 * Id of the gateway.
	 *
	 * @var string
	 */
	protected $name = 'warung';

	/** Reads the settings. */
	public function initialize() {
		$this->settings = get_option( Warung_Settings::OPTION, array() );
	}

	/** Returns whether the method is offered. */
	public function is_active() {
		$gateways = WC()->payment_gateways()->payment_gateways();
		return isset( $gateways['warung'] ) && $gateways['warung']->is_available();
	}

	/** Returns the scripts of the method. */
	public function get_payment_method_script_handles() {
		$needs = array( 'wc-blocks-registry', 'wc-settings', 'wp-element', 'wp-html-entities' );
		wp_register_script( 'warung-wc-blocks', plugins_url( 'assets/blocks.js', WARUNG_WC_FILE ), $needs, WARUNG_WC_VERSION, true );
		return array( 'warung-wc-blocks' );
	}

	/** Returns the data that the script shows. */
	public function get_payment_method_data() {
		$gateways = WC()->payment_gateways()->payment_gateways();
		$gateway  = $gateways['warung'];
		return array(
			'title'       => $gateway->get_option( 'title' ),
			'description' => $gateway->get_option( 'description' ),
			'supports'    => array_values( array_filter( $gateway->supports, array( $gateway, 'supports' ) ) ),
			'button'      => $gateway->order_button_text,
		);
	}
}
