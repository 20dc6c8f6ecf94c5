<?php
/**
 * The stored settings.
 *
 * @package Warung_For_WooCommerce
 */

defined( 'ABSPATH' ) || exit;

/** Reads the merchant's settings. */
class Warung_Settings {

	const OPTION = 'woocommerce_warung_settings';

	/**
	 * Returns one setting.
	 *
	 * @param string $name    Its name.
	 * @param string $missing Returned if it is not set.
	 * @return string
	 */
	public static function get( $name, $missing = '' ) {
		$all = get_option( self::OPTION, array() );
		return is_array( $all ) && isset( $all[ $name ] ) ? (string) $all[ $name ] : $missing;
	}

	/**
	 * Stores some settings, and keeps the others.
	 *
	 * @param array $values By name.
	 */
	public static function set( $values ) {
		$all = get_option( self::OPTION, array() );
		update_option( self::OPTION, array_merge( is_array( $all ) ? $all : array(), $values ) );
	}

	/** Returns whether the settings suffice for payments. */
	public static function is_complete() {
		return '' !== self::get( 'base_url' ) && '' !== self::get( 'api_key' );
	}

	/** Returns whether the key is a test key. */
	public static function is_test() {
		return 0 === strpos( self::get( 'api_key' ), 'wrg_test_' );
	}

	/**
	 * Returns the secrets that sign messages: the merchant's pasted ones, and that of the plugin's own endpoint.
	 *
	 * @return string[]
	 */
	public static function secrets() {
		$pasted = preg_split( '/\s+/', self::get( 'webhook_secret' ), -1, PREG_SPLIT_NO_EMPTY );
		return array_values( array_filter( array_merge( $pasted, array( self::get( 'endpoint_secret' ) ) ) ) );
	}

	/**
	 * Returns the address without a trailing `/api` or slash; null unless it is https or this machine.
	 *
	 * @param string $text The text that the merchant typed.
	 * @return string|null
	 */
	public static function base_url( $text ) {
		$text  = preg_replace( '#(/api)?/*$#', '', trim( (string) $text ) );
		$parts = wp_parse_url( $text );
		if ( empty( $parts['host'] ) || empty( $parts['scheme'] ) || isset( $parts['user'] ) || isset( $parts['query'] ) || isset( $parts['fragment'] ) ) {
			return null;
		}
		$is_here = in_array( $parts['host'], array( 'localhost', '127.0.0.1', '[::1]' ), true );
		if ( 'https' === $parts['scheme'] || ( 'http' === $parts['scheme'] && $is_here ) ) {
			return esc_url_raw( $text );
		}
		return null;
	}
}
