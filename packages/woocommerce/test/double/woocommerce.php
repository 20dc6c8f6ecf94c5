<?php
/**
 * Plugin Name: WooCommerce (double)
 * Description: Plays the part of WooCommerce that a payment plugin uses, inside a real WordPress. For tests alone.
 * Version: 9.0.0
 *
 * Written from the signatures of php-stubs/woocommerce-stubs and the manual of WooCommerce; no code is theirs. Orders are
 * in the tables of the high-performance order storage, so that a test reads this and the real plugin by the same SQL.
 *
 * @package Warung_For_WooCommerce
 */

namespace {
	defined( 'ABSPATH' ) || exit;
	define( 'WC_VERSION', '9.0.0-double' );
	foreach ( array( 'data', 'order', 'settings', 'functions', 'pages' ) as $name ) {
		require __DIR__ . '/' . $name . '.php';
	}
	add_action( 'plugins_loaded', static fn() => do_action( 'before_woocommerce_init' ), 5 );
	add_action( 'plugins_loaded', static fn() => do_action( 'woocommerce_blocks_loaded' ), 12 );
	register_activation_hook( __FILE__, 'wc_double_install' );
}

namespace Automattic\WooCommerce\Utilities {
	class FeaturesUtil {
		public static array $declared = array();
		public static function declare_compatibility( string $feature_id, string $plugin_file, bool $positive_compatibility = true ): bool {
			self::$declared[ $feature_id ] = $positive_compatibility;
			return true;
		}
	}
}

namespace Automattic\WooCommerce\Blocks\Payments\Integrations {
	abstract class AbstractPaymentMethodType {
		protected $name     = '';
		protected $settings = array();
		abstract public function initialize();
		public function is_active() {
			return true;
		}
		public function get_payment_method_script_handles() {
			return array();
		}
		public function get_payment_method_data() {
			return array();
		}
		public function get_name() {
			return $this->name;
		}
	}
}
