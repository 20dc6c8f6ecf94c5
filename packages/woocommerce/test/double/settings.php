<?php
/**
 * Settings and the class that gateways extend.
 *
 * @package Warung_For_WooCommerce
 */

defined( 'ABSPATH' ) || exit;

abstract class WC_Settings_API {
	public $plugin_id   = 'woocommerce_';
	public $id          = '';
	public $errors      = array();
	public $settings    = array();
	public $form_fields = array();

	public function get_option_key() {
		return $this->plugin_id . $this->id . '_settings';
	}

	public function get_field_key( $key ) {
		return $this->plugin_id . $this->id . '_' . $key;
	}

	public function init_settings() {
		$defaults       = array_map( static fn( $field ) => $field['default'] ?? '', $this->form_fields );
		$this->settings = array_merge( $defaults, (array) get_option( $this->get_option_key(), array() ) );
	}

	public function get_option( $key, $empty_value = null ) {
		return $this->settings[ $key ] ?? ( $empty_value ?? '' );
	}

	public function add_error( $error ) {
		$this->errors[] = $error;
	}

	public function get_errors() {
		return $this->errors;
	}

	public function process_admin_options() {
		$this->init_settings();
		foreach ( array_keys( $this->form_fields ) as $key ) {
			$value = $_POST[ $this->get_field_key( $key ) ] ?? null;
			try {
				if ( is_callable( array( $this, 'validate_' . $key . '_field' ) ) ) {
					$this->settings[ $key ] = $this->{'validate_' . $key . '_field'}( $key, $value );
				} elseif ( 'checkbox' === $this->form_fields[ $key ]['type'] ) {
					$this->settings[ $key ] = null === $value ? 'no' : 'yes';
				} else {
					$this->settings[ $key ] = wp_kses_post( trim( stripslashes( (string) $value ) ) );
				}
			} catch ( Exception $error ) {
				$this->add_error( $error->getMessage() );
			}
		}
		return update_option( $this->get_option_key(), $this->settings );
	}

	public function generate_settings_html( $form_fields = array(), $echo = true ) {
		$html = '';
		foreach ( $this->form_fields as $key => $field ) {
			$method = 'generate_' . $field['type'] . '_html';
			$html  .= method_exists( $this, $method ) ? $this->$method( $key, $field ) : $this->plain_row( $key, $field );
		}
		echo $html;
	}

	private function plain_row( $key, $field ) {
		$name  = esc_attr( $this->get_field_key( $key ) );
		$value = $this->get_option( $key );
		$input = 'checkbox' === $field['type']
			? "<input type='checkbox' name='$name' id='$name' value='1'" . checked( $value, 'yes', false ) . '>'
			: "<input type='text' name='$name' id='$name' value='" . esc_attr( $value ) . "'>";
		return "<tr><th><label for='$name'>" . esc_html( $field['title'] ) . "</label></th><td>$input</td></tr>";
	}

	public function admin_options() {
		echo '<table class="form-table">';
		$this->generate_settings_html();
		echo '</table>';
	}
}

abstract class WC_Payment_Gateway extends WC_Settings_API {
	public $enabled              = 'yes';
	public $title                = '';
	public $description          = '';
	public $icon                 = '';
	public $has_fields           = false;
	public $method_title         = '';
	public $method_description   = '';
	public $order_button_text    = '';
	public $view_transaction_url = '';
	public $max_amount           = 0;
	public $supports             = array( 'products' );

	public function init_settings() {
		parent::init_settings();
		$this->enabled = 'yes' === $this->settings['enabled'] ? 'yes' : 'no';
	}

	public function supports( $feature ) {
		return in_array( $feature, $this->supports, true );
	}

	public function is_available() {
		return 'yes' === $this->enabled;
	}

	public function needs_setup() {
		return false;
	}

	public function get_return_url( $order = null ) {
		return $order->get_checkout_order_received_url();
	}

	public function process_payment( $order_id ) {
		return array();
	}

	public function process_refund( $order_id, $amount = null, $reason = '' ) {
		return false;
	}
}

class WC_Admin_Settings {
	public static array $messages = array();
	public static array $errors   = array();

	public static function add_message( $text ) {
		self::$messages[] = $text;
	}

	public static function add_error( $text ) {
		self::$errors[] = $text;
	}
}
