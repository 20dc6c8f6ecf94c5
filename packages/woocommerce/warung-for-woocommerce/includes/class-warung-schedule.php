<?php
/**
 * The scheduled check of orders.
 *
 * @package Warung_For_WooCommerce
 */

defined( 'ABSPATH' ) || exit;

/**
 * Checks orders repeatedly, so that one is settled even if no webhook arrives and the customer never returns.
 * One recurring action finds the orders that are due: nothing is lost if a run is killed.
 */
class Warung_Schedule {

	const HOOK    = 'warung_wc_sweep';
	const EVERY_S = 300;
	const FIRST_S = 120;
	const LIMIT   = 25;

	/** Hooks into WordPress. */
	public static function register() {
		add_action( 'init', array( __CLASS__, 'plan_in_background' ), 20 );
		add_action( self::HOOK, array( __CLASS__, 'sweep' ) );
		add_filter( 'cron_schedules', array( __CLASS__, 'add_interval' ) ); // phpcs:ignore WordPress.WP.CronInterval.CronSchedulesInterval -- five minutes.
	}

	/**
	 * Adds the interval to WordPress's intervals.
	 *
	 * @param array $schedules By name.
	 * @return array
	 */
	public static function add_interval( $schedules ) {
		$schedules['warung_wc_five_minutes'] = array(
			'interval' => self::EVERY_S,
			'display'  => 'Every five minutes (Warung)',
		);
		return $schedules;
	}

	/** Schedules the recurring check in requests without a waiting customer, because that costs a query. */
	public static function plan_in_background() {
		if ( is_admin() || wp_doing_cron() ) {
			self::plan();
		}
	}

	/** Schedules the recurring check: by Action Scheduler, which is part of WooCommerce, otherwise by WordPress. */
	public static function plan() {
		if ( function_exists( 'as_schedule_recurring_action' ) && function_exists( 'as_has_scheduled_action' ) ) {
			if ( ! as_has_scheduled_action( self::HOOK ) ) {
				as_schedule_recurring_action( time() + self::EVERY_S, self::EVERY_S, self::HOOK, array(), 'warung', true );
			}
		} elseif ( ! wp_next_scheduled( self::HOOK ) ) {
			wp_schedule_event( time() + self::EVERY_S, 'warung_wc_five_minutes', self::HOOK );
		}
	}

	/** Checks the orders that are due. Returns their number. */
	public static function sweep() {
		if ( ! Warung_Settings::is_complete() ) {
			return 0;
		}
		$orders = wc_get_orders(
			array(
				'limit'        => self::LIMIT,
				'orderby'      => 'date',
				'order'        => 'ASC',
				'status'       => array_keys( wc_get_order_statuses() ),
				// Ten digits compare the same as text and as numbers.
				'meta_key'     => Warung_Orders::NEXT_LOOK, // phpcs:ignore WordPress.DB.SlowDBQuery.slow_db_query_meta_key -- in the background.
				'meta_value'   => (string) time(), // phpcs:ignore WordPress.DB.SlowDBQuery.slow_db_query_meta_value -- in the background.
				'meta_compare' => '<=',
			)
		);
		foreach ( $orders as $order ) {
			// Done before the check: an order that always fails must not block the others.
			self::postpone( $order, self::EVERY_S );
			if ( Warung_Orders::look( $order->get_id() ) ) {
				self::postpone( wc_get_order( $order->get_id() ), null );
			}
		}
		return count( $orders );
	}

	/**
	 * Schedules the next check of an order.
	 *
	 * @param WC_Order $order   The order.
	 * @param int|null $after_s The seconds until then; if null, they depend on the order's age.
	 */
	private static function postpone( $order, $after_s ) {
		$made    = $order->get_date_created();
		$age_s   = $made ? time() - $made->getTimestamp() : 0;
		$after_s = null === $after_s ? self::pause_s( $age_s, '' !== (string) $order->get_meta( Warung_Orders::SETTLED ) ) : $after_s;
		if ( null === $after_s ) {
			$order->delete_meta_data( Warung_Orders::NEXT_LOOK );
		} else {
			$order->update_meta_data( Warung_Orders::NEXT_LOOK, (string) ( time() + $after_s ) );
		}
		$order->save();
	}

	/**
	 * Returns the time until the next check; null if there is none. Late and double money is found for four days.
	 *
	 * @param int  $age_s   Seconds since the order was created.
	 * @param bool $is_paid Whether the order is paid.
	 * @return int|null
	 */
	public static function pause_s( $age_s, $is_paid ) {
		if ( $age_s > 4 * DAY_IN_SECONDS ) {
			return null;
		}
		if ( $age_s > DAY_IN_SECONDS ) {
			return 12 * HOUR_IN_SECONDS;
		}
		return $is_paid || $age_s > 2 * HOUR_IN_SECONDS ? HOUR_IN_SECONDS : self::EVERY_S;
	}
}
