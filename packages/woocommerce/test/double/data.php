<?php
/**
 * Tables, options of WordPress, and rows of meta.
 *
 * @package Warung_For_WooCommerce
 */

defined( 'ABSPATH' ) || exit;

/** Creates the tables of high-performance order storage, with the columns that are used here. */
function wc_double_install() {
	global $wpdb;
	$wpdb->query( "CREATE TABLE IF NOT EXISTS {$wpdb->prefix}wc_orders (id bigint(20) unsigned NOT NULL AUTO_INCREMENT, status varchar(20), currency varchar(10), type varchar(20), total_amount decimal(26,8), parent_order_id bigint(20) unsigned, payment_method varchar(100), transaction_id varchar(100), date_created_gmt datetime, PRIMARY KEY (id))" );
	$wpdb->query( "CREATE TABLE IF NOT EXISTS {$wpdb->prefix}wc_orders_meta (id bigint(20) unsigned NOT NULL AUTO_INCREMENT, order_id bigint(20) unsigned, meta_key varchar(255), meta_value text, PRIMARY KEY (id))" );
	$wpdb->query( "CREATE TABLE IF NOT EXISTS {$wpdb->prefix}wc_order_operational_data (id bigint(20) unsigned NOT NULL AUTO_INCREMENT, order_id bigint(20) unsigned, order_key varchar(100), date_paid_gmt datetime, order_stock_reduced tinyint(1), PRIMARY KEY (id))" );
	update_option( 'woocommerce_currency', 'IDR' );
}

/** An object with rows of meta; only changed rows are written. */
abstract class WC_Data {
	protected $id        = 0;
	protected $meta_data = null;

	public function get_id() {
		return $this->id;
	}

	public static function generate_meta_cache_key( $id, $cache_group ) {
		return 'object_meta_' . $id;
	}

	public function read_meta_data( $force_read = false ) {
		global $wpdb;
		if ( null !== $this->meta_data && ! $force_read ) {
			return;
		}
		$this->meta_data = array();
		foreach ( $wpdb->get_results( $wpdb->prepare( "SELECT id, meta_key, meta_value FROM {$wpdb->prefix}wc_orders_meta WHERE order_id = %d ORDER BY id", $this->id ) ) as $row ) {
			$this->meta_data[] = (object) array(
				'id'      => (int) $row->id,
				'key'     => $row->meta_key,
				'value'   => $row->meta_value,
				'changed' => false,
			);
		}
	}

	public function get_meta( $key = '', $single = true, $context = 'view' ) {
		$this->read_meta_data();
		$rows = array_values( array_filter( $this->meta_data, static fn( $row ) => $row->key === $key && null !== $row->value ) );
		if ( ! $single ) {
			return $rows;
		}
		return $rows ? $rows[0]->value : '';
	}

	public function add_meta_data( $key, $value, $unique = false ) {
		$this->read_meta_data();
		if ( $unique ) {
			$this->delete_meta_data( $key );
		}
		$this->meta_data[] = (object) array(
			'id'      => 0,
			'key'     => $key,
			'value'   => $value,
			'changed' => true,
		);
	}

	public function update_meta_data( $key, $value, $meta_id = 0 ) {
		$this->read_meta_data();
		foreach ( $this->meta_data as $row ) {
			if ( $row->key === $key && null !== $row->value ) {
				$row->changed = $row->changed || $row->value !== $value;
				$row->value   = $value;
				return;
			}
		}
		$this->add_meta_data( $key, $value );
	}

	public function delete_meta_data( $key ) {
		$this->read_meta_data();
		foreach ( $this->meta_data as $row ) {
			if ( $row->key === $key ) {
				$row->value = null;
			}
		}
	}

	public function save_meta_data() {
		global $wpdb;
		$table = $wpdb->prefix . 'wc_orders_meta';
		foreach ( (array) $this->meta_data as $row ) {
			if ( null === $row->value ) {
				if ( $row->id ) {
					$wpdb->delete( $table, array( 'id' => $row->id ) );
				}
			} elseif ( ! $row->id ) {
				$wpdb->insert(
					$table,
					array(
						'order_id'   => $this->id,
						'meta_key'   => $row->key,
						'meta_value' => $row->value,
					)
				);
				$row->id = $wpdb->insert_id;
			} elseif ( $row->changed ) {
				$wpdb->update( $table, array( 'meta_value' => $row->value ), array( 'id' => $row->id ) );
			}
			$row->changed = false;
		}
		$this->meta_data = null;
	}
}

/** A product whose stock is counted: a post with its meta. */
class WC_Product_Simple {
	private $id;
	private $props = array();

	public function __construct( $product = 0 ) {
		$this->id = (int) $product;
	}

	public function get_id() {
		return $this->id;
	}

	public function set_name( $name ) {
		$this->props['name'] = $name;
	}

	public function set_regular_price( $price ) {
		$this->props['_price'] = $price;
	}

	public function set_manage_stock( $manage_stock ) {
		$this->props['_manage_stock'] = $manage_stock ? 'yes' : 'no';
	}

	public function set_stock_quantity( $quantity ) {
		$this->props['_stock'] = (string) $quantity;
	}

	public function save() {
		$this->id = wp_insert_post(
			array(
				'post_type'   => 'product',
				'post_status' => 'publish',
				'post_title'  => $this->props['name'],
			)
		);
		foreach ( array_diff_key( $this->props, array( 'name' => 1 ) ) as $key => $value ) {
			update_post_meta( $this->id, $key, $value );
		}
		return $this->id;
	}
}
