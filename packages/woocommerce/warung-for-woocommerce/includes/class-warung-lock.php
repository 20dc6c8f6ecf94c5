<?php
/**
 * One process at a time.
 *
 * @package Warung_For_WooCommerce
 */

defined( 'ABSPATH' ) || exit;

/** A lock of an order, held in the options table, which every WordPress installation has and shares. */
class Warung_Lock {

	// Longer than any work under the lock; a killed process must not hold it forever.
	const LEASE_S = 60;

	/**
	 * Runs work while no other process works on the order. Returns false, without running it, if the lock is not free
	 * within the time.
	 *
	 * @param int      $order_id  The order.
	 * @param callable $work      The work.
	 * @param float    $patience_s The seconds to wait.
	 * @return mixed
	 */
	public static function with( $order_id, $work, $patience_s ) {
		$name  = 'warung_wc_lock_' . $order_id;
		$token = self::take( $name, $patience_s );
		if ( null === $token ) {
			return false;
		}
		try {
			return $work();
		} finally {
			self::release( $name, $token );
		}
	}

	/**
	 * Takes the lock. Returns the token of its holder, or null if it was not free in time.
	 *
	 * @param string $name       Name of the option.
	 * @param float  $patience_s The seconds to wait.
	 * @return string|null
	 */
	private static function take( $name, $patience_s ) {
		global $wpdb;
		$deadline = microtime( true ) + $patience_s;
		do {
			$token = sprintf( '%d %s', time() + self::LEASE_S, wp_generate_uuid4() );
			// add_option() overwrites a row that another process has just added; the row count of this insert is reliable.
			// phpcs:disable WordPress.DB.DirectDatabaseQuery.DirectQuery, WordPress.DB.DirectDatabaseQuery.NoCaching -- a lock cannot be cached.
			$taken = $wpdb->query( $wpdb->prepare( "INSERT IGNORE INTO {$wpdb->options} (option_name, option_value, autoload) VALUES (%s, %s, 'no')", $name, $token ) );
			if ( 1 === $taken ) {
				return $token;
			}
			$held = $wpdb->get_var( $wpdb->prepare( "SELECT option_value FROM {$wpdb->options} WHERE option_name = %s", $name ) );
			if ( null !== $held && (int) $held < time() ) {
				$taken = $wpdb->query( $wpdb->prepare( "UPDATE {$wpdb->options} SET option_value = %s WHERE option_name = %s AND option_value = %s", $token, $name, $held ) );
				if ( 1 === $taken ) {
					return $token;
				}
			}
			// phpcs:enable
			usleep( 100000 );
		} while ( microtime( true ) < $deadline );
		return null;
	}

	/**
	 * Releases the lock, unless another process has taken it over since.
	 *
	 * @param string $name  Name of the option.
	 * @param string $token The stored token.
	 */
	private static function release( $name, $token ) {
		global $wpdb;
		// phpcs:ignore WordPress.DB.DirectDatabaseQuery.DirectQuery, WordPress.DB.DirectDatabaseQuery.NoCaching -- only our own row.
		$wpdb->query( $wpdb->prepare( "DELETE FROM {$wpdb->options} WHERE option_name = %s AND option_value = %s", $name, $token ) );
	}
}
