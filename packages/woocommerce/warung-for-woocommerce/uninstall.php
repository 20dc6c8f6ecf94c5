<?php
/**
 * Removes the plugin's stored data. Orders keep the ids of their payments: they are the merchant's books.
 *
 * @package Warung_For_WooCommerce
 */

defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

delete_option( 'woocommerce_warung_settings' );
delete_option( 'warung_wc_last_message' );
wp_clear_scheduled_hook( 'warung_wc_sweep' );

global $wpdb;
// phpcs:disable WordPress.DB.DirectDatabaseQuery.DirectQuery, WordPress.DB.DirectDatabaseQuery.NoCaching -- locks and pictures of this plugin only.
foreach ( array( 'warung_wc_lock_', '_transient_warung_wc_', '_transient_timeout_warung_wc_' ) as $warung_wc_prefix ) {
	$wpdb->query( $wpdb->prepare( "DELETE FROM {$wpdb->options} WHERE option_name LIKE %s", $wpdb->esc_like( $warung_wc_prefix ) . '%' ) );
}
// phpcs:enable
