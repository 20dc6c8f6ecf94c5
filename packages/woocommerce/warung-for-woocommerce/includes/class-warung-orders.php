<?php
/**
 * Payments and states of orders.
 *
 * @package Warung_For_WooCommerce
 */

defined( 'ABSPATH' ) || exit;

/**
 * Creates payments for orders, and books their facts. Webhook, customer's return and schedule all end in `apply`, which
 * may receive the same facts any number of times, in any sequence and from several processes at once.
 */
class Warung_Orders {

	/** One row of meta for each payment that was created for the order. */
	const INVOICE = '_warung_invoice';
	/** The payment that the customer sees. */
	const CURRENT = '_warung_current';
	/** The payment that paid the order. */
	const SETTLED = '_warung_settled';
	/** The keys of the notes that the order already has. */
	const NOTED = '_warung_noted';
	/** Set when money arrives for a cancelled order: a person has to check whether its goods are still available. */
	const REVIVED = '_warung_revived';
	/** The payment with which an unpaid order ended; such an order may be paid again. */
	const LAPSED = '_warung_lapsed';
	/** The time of the next scheduled check, as ten digits. */
	const NEXT_LOOK = '_warung_next_look';

	const INVOICES_MAX = 5;

	/**
	 * Returns the reference of an order. A copy of the site at another address has other ones, so it settles nothing.
	 *
	 * @param int $order_id The order.
	 * @return string
	 */
	public static function reference( $order_id ) {
		return 'wc-' . substr( md5( home_url() ), 0, 8 ) . '-' . $order_id;
	}

	/**
	 * Returns whole rupiah: the currency has no smaller unit that could be paid.
	 *
	 * @param WC_Order $order The order.
	 * @return int
	 */
	public static function due( $order ) {
		return (int) round( (float) $order->get_total() );
	}

	/**
	 * Returns the open or paid payment of an order, or creates one.
	 *
	 * @param WC_Order $order      The order.
	 * @param string   $return_url The return address of the payment page.
	 * @return array
	 * @throws Warung_Error If there is none.
	 */
	public static function begin( $order, $return_url ) {
		$client = Warung_Client::stored();
		$fields = array(
			'amount'       => self::due( $order ),
			'reference'    => self::reference( $order->get_id() ),
			'reuse'        => true,
			/* translators: %s: number of an order */
			'description'  => sprintf( __( 'Order %s', 'warung-for-woocommerce' ), $order->get_order_number() ),
			'redirect_url' => $return_url,
			'metadata'     => array( 'order' => (string) $order->get_id() ),
		);
		if ( '' !== Warung_Settings::get( 'payment_method' ) ) {
			$fields['payment_method'] = Warung_Settings::get( 'payment_method' );
		}
		if ( '' === Warung_Settings::get( 'endpoint_secret' ) && array() !== Warung_Settings::secrets() ) {
			$fields['callback_url'] = Warung_Webhook::url();
		}
		try {
			$payment = self::create( $client, $fields );
		} catch ( Warung_Error $error ) {
			if ( 'reference_taken' !== $error->reason || empty( $error->body['invoice_id'] ) ) {
				throw $error;
			}
			$payment = self::replace( $client, $fields, (string) $error->body['invoice_id'], $error );
		}
		self::remember( $order, $payment );
		return $payment;
	}

	/**
	 * Creates or reuses a payment. An address that Warung may not call is left out: scheduled checks suffice.
	 *
	 * @param Warung_Client $client Client.
	 * @param array         $fields Fields of the payment.
	 * @return array
	 * @throws Warung_Error If it is refused.
	 */
	private static function create( $client, $fields ) {
		try {
			return $client->post( '/create-payment', $fields )['data'];
		} catch ( Warung_Error $error ) {
			$refused = array_column( isset( $error->body['fields'] ) ? (array) $error->body['fields'] : array(), 'path' );
			$left    = array_diff_key( $fields, array_flip( array_intersect( $refused, array( 'callback_url', 'redirect_url' ) ) ) );
			if ( count( $left ) === count( $fields ) ) {
				throw $error;
			}
			return $client->post( '/create-payment', $left )['data'];
		}
	}

	/**
	 * Ends the open payment of an order whose total has changed, and creates another one.
	 *
	 * @param Warung_Client $client  Client.
	 * @param array         $fields  Of the new payment.
	 * @param string        $invoice The payment that has the order's reference.
	 * @param Warung_Error  $error   The refusal that named it.
	 * @return array
	 * @throws Warung_Error If its money has arrived or waits for a person.
	 */
	private static function replace( $client, $fields, $invoice, $error ) {
		$earlier = $client->get( '/check-payment', array( 'invoice' => $invoice ) );
		if ( 'pending' !== $earlier['status'] ) {
			if ( 'paid' === $earlier['status'] ) {
				return array_merge( $earlier, $error->body );
			}
			throw new Warung_Error( esc_html__( 'Money for this order has arrived and waits for the shop to look at it. Please do not pay again.', 'warung-for-woocommerce' ), 'in_review' );
		}
		$client->post( '/cancel-payment', array( 'invoice' => $invoice ) );
		return self::create( $client, $fields );
	}

	/**
	 * Stores a payment with its order.
	 *
	 * @param WC_Order $order   The order.
	 * @param array    $payment The payment.
	 */
	private static function remember( $order, $payment ) {
		$invoice = (string) $payment['invoice_id'];
		if ( ! in_array( $invoice, self::invoices( $order ), true ) ) {
			$order->add_meta_data( self::INVOICE, $invoice );
		}
		$order->update_meta_data( self::CURRENT, $invoice );
		$order->update_meta_data( '_warung_final_amount', (string) $payment['final_amount'] );
		$order->update_meta_data( '_warung_payment_url', esc_url_raw( isset( $payment['payment_url'] ) ? $payment['payment_url'] : '' ) );
		$order->update_meta_data( '_warung_expires_at', isset( $payment['expires_at'] ) ? (string) $payment['expires_at'] : '' );
		$order->update_meta_data( self::NEXT_LOOK, (string) ( time() + Warung_Schedule::FIRST_S ) );
		$order->delete_meta_data( self::LAPSED );
		$order->save();
	}

	/**
	 * Returns the payments that were created for an order, oldest first.
	 *
	 * @param WC_Order $order The order.
	 * @return string[]
	 */
	public static function invoices( $order ) {
		$invoices = array();
		foreach ( (array) $order->get_meta( self::INVOICE, false ) as $meta ) {
			$invoices[] = (string) ( is_object( $meta ) ? $meta->value : $meta );
		}
		return array_values( array_unique( $invoices ) );
	}

	/**
	 * Finds the order of a payment; null if this site has none. A copy of an order has the same meta, but is newer.
	 *
	 * @param string $invoice   The payment.
	 * @param string $reference The reference of the order, if the message has it.
	 * @return int|null
	 */
	public static function find( $invoice, $reference ) {
		$orders = wc_get_orders(
			array(
				'limit'      => 1,
				'orderby'    => 'ID',
				'order'      => 'ASC',
				'return'     => 'ids',
				'meta_key'   => self::INVOICE, // phpcs:ignore WordPress.DB.SlowDBQuery.slow_db_query_meta_key -- one look-up for each message.
				'meta_value' => $invoice, // phpcs:ignore WordPress.DB.SlowDBQuery.slow_db_query_meta_value -- one look-up for each message.
			)
		);
		if ( array() !== $orders ) {
			return (int) $orders[0];
		}
		// The answer with the invoice was lost: the reference still identifies the order, if the shop confirms it.
		$id = (int) substr( (string) strrchr( $reference, '-' ), 1 );
		if ( $id <= 0 || self::reference( $id ) !== $reference ) {
			return null;
		}
		$order = wc_get_order( $id );
		if ( ! $order instanceof WC_Order ) {
			return null;
		}
		$payment = Warung_Client::stored()->get( '/check-payment', array( 'invoice' => $invoice ) );
		if ( $payment['reference'] !== $reference ) {
			return null;
		}
		$order->add_meta_data( self::INVOICE, $invoice );
		$order->save();
		return $id;
	}

	/**
	 * Asks Warung for the state of all payments of an order and books it. Returns false if Warung did not answer.
	 *
	 * @param int  $order_id     The order.
	 * @param bool $with_reviews Whether to include money that waits for a person.
	 * @return bool
	 */
	public static function look( $order_id, $with_reviews = true ) {
		$order = wc_get_order( $order_id );
		if ( ! $order instanceof WC_Order ) {
			return true;
		}
		$client = Warung_Client::stored();
		$facts  = array();
		foreach ( array_slice( self::invoices( $order ), -self::INVOICES_MAX ) as $invoice ) {
			try {
				$fact = self::payment_fact( $client->get( '/check-payment', array( 'invoice' => $invoice ) ) );
				if ( ! self::is_about( $fact, $order_id ) ) {
					continue;
				}
				$facts[] = $fact;
				if ( $with_reviews ) {
					$facts = array_merge( $facts, self::review_facts( $client, $invoice ) );
				}
			} catch ( Warung_Error $error ) {
				if ( 'not_found' === $error->reason ) {
					// Created with a key of the other mode, or of another shop.
					continue;
				}
				wc_get_logger()->warning( 'order ' . $order_id . ': ' . $error->getMessage(), array( 'source' => 'warung' ) );
				return false;
			}
		}
		return 'busy' !== self::apply( $order_id, $facts, 1 );
	}

	/**
	 * Returns the money that waits for a person.
	 *
	 * @param Warung_Client $client  Client.
	 * @param string        $invoice The payment.
	 * @return array
	 */
	private static function review_facts( $client, $invoice ) {
		$facts = array();
		foreach ( $client->get( '/explain-payment', array( 'invoice' => $invoice ) )['data']['transfers'] as $transfer ) {
			if ( 'review' === $transfer['state'] ) {
				$facts[] = self::transfer_fact( $transfer, $invoice );
			}
		}
		return $facts;
	}

	/**
	 * Returns the facts of a payment, from any answer or message about it.
	 *
	 * @param array $payment The object from the API.
	 * @return array
	 */
	public static function payment_fact( $payment ) {
		return array(
			'kind'     => 'payment',
			'invoice'  => (string) $payment['invoice_id'],
			'order'    => isset( $payment['metadata']['order'] ) ? (int) $payment['metadata']['order'] : null,
			'status'   => (string) $payment['status'],
			'amount'   => (int) $payment['amount'],
			'refunded' => isset( $payment['refunded_amount'] ) ? (int) $payment['refunded_amount'] : 0,
			'failed'   => array_column(
				array_filter(
					isset( $payment['refunds'] ) ? (array) $payment['refunds'] : array(),
					static function ( $refund ) {
						return 'failed' === $refund['status'];
					}
				),
				'amount',
				'refund_id'
			),
		);
	}

	/**
	 * Returns whether a payment was created for this order, and not for another one of which this is a copy.
	 *
	 * @param array $fact     Fields of the payment.
	 * @param int   $order_id The order.
	 * @return bool
	 */
	private static function is_about( $fact, $order_id ) {
		return null === $fact['order'] || (int) $order_id === $fact['order'];
	}

	/**
	 * Returns the facts of money that waits for a person.
	 *
	 * @param array  $transfer The object from the API.
	 * @param string $invoice  Its payment.
	 * @return array
	 */
	public static function transfer_fact( $transfer, $invoice ) {
		return array(
			'kind'    => 'transfer',
			'invoice' => $invoice,
			'id'      => (int) $transfer['transfer_id'],
			'amount'  => (int) $transfer['amount'],
		);
	}

	/**
	 * Books facts. Returns `done`, or `busy` if another process works on the order and nothing was booked.
	 *
	 * @param int   $order_id   The order.
	 * @param array $facts      The facts.
	 * @param float $patience_s The seconds to wait for another process.
	 * @return string
	 */
	public static function apply( $order_id, $facts, $patience_s ) {
		$done = Warung_Lock::with(
			$order_id,
			static function () use ( $order_id, $facts ) {
				$order = self::read_again( $order_id );
				if ( $order instanceof WC_Order ) {
					foreach ( $facts as $fact ) {
						if ( 'payment' === $fact['kind'] ) {
							self::apply_payment( $order, $fact );
						} else {
							self::apply_transfer( $order, $fact );
						}
					}
				}
				return true;
			},
			$patience_s
		);
		return $done ? 'done' : 'busy';
	}

	/**
	 * Reads an order from the database: data that this process read before it had the lock may be outdated.
	 *
	 * @param int $order_id The order.
	 * @return WC_Order|false
	 */
	private static function read_again( $order_id ) {
		clean_post_cache( $order_id );
		if ( is_callable( array( 'WC_Order', 'generate_meta_cache_key' ) ) ) {
			wp_cache_delete( WC_Order::generate_meta_cache_key( $order_id, 'orders' ), 'orders' );
		}
		if ( class_exists( \Automattic\WooCommerce\Caches\OrderCache::class ) ) {
			wc_get_container()->get( \Automattic\WooCommerce\Caches\OrderCache::class )->remove( $order_id );
		}
		$order = wc_get_order( $order_id );
		if ( $order instanceof WC_Order ) {
			$order->read_meta_data( true );
		}
		return $order;
	}

	/**
	 * Books the state of a payment.
	 *
	 * @param WC_Order $order The order.
	 * @param array    $fact  The state.
	 */
	private static function apply_payment( $order, $fact ) {
		if ( ! self::is_about( $fact, $order->get_id() ) ) {
			return;
		}
		if ( 'paid' === $fact['status'] ) {
			self::apply_paid( $order, $fact );
		} elseif ( in_array( $fact['status'], array( 'expired', 'cancelled' ), true ) ) {
			self::apply_end( $order, $fact );
		}
	}

	/**
	 * Pays the order once, with its own total in its own currency; anything else waits for a person.
	 *
	 * @param WC_Order $order The order.
	 * @param array    $fact  A paid payment.
	 */
	private static function apply_paid( $order, $fact ) {
		$invoice = $fact['invoice'];
		$paid_by = (string) $order->get_meta( self::SETTLED );
		if ( '' === $paid_by && $order->get_date_paid() && $order->get_transaction_id() === $invoice ) {
			$paid_by = $invoice;
		}
		if ( $paid_by === $invoice ) {
			if ( ! $order->get_date_paid() && ! $order->has_status( 'refunded' ) ) {
				$order->payment_complete( $invoice );
			} elseif ( $order->has_status( 'pending' ) ) {
				self::restore_status( $order );
			}
			// A process killed after writing the order's state may not have reduced the stock; this does nothing twice.
			wc_maybe_reduce_stock_levels( $order->get_id() );
			self::apply_refunds( $order, $fact );
			return;
		}
		if ( '' !== $paid_by || ( $order->get_date_paid() && 'warung' !== $order->get_payment_method() ) ) {
			/* translators: 1: id of a payment, 2: an amount, 3: a link */
			$text = __( 'Payment %1$s of %2$s has arrived for this order, which was paid already. Return the money, or book it by hand. %3$s', 'warung-for-woocommerce' );
			self::hold( $order, 'double:' . $invoice, sprintf( $text, esc_html( $invoice ), self::rupiah( $fact['amount'] ), self::payment_link( $invoice ) ) );
			return;
		}
		if ( $order->get_date_paid() ) {
			$order->update_meta_data( self::SETTLED, $invoice );
			$order->set_transaction_id( $invoice );
			/* translators: 1: id of a payment, 2: a link */
			$text = __( 'Payment %1$s has arrived. The order was marked as paid by hand before. %2$s', 'warung-for-woocommerce' );
			self::note( $order, 'by-hand:' . $invoice, sprintf( $text, esc_html( $invoice ), self::payment_link( $invoice ) ) );
			$order->save();
			return;
		}
		if ( self::due( $order ) !== $fact['amount'] || 'IDR' !== $order->get_currency() ) {
			/* translators: 1: id of a payment, 2: an amount, 3: the total of an order, 4: a link */
			$text = __( 'Payment %1$s is about %2$s, but the order costs %3$s. Compare both before you send anything. %4$s', 'warung-for-woocommerce' );
			$cost = $order->get_currency() . ' ' . $order->get_total();
			self::hold( $order, 'amount:' . $invoice, sprintf( $text, esc_html( $invoice ), self::rupiah( $fact['amount'] ), esc_html( $cost ), self::payment_link( $invoice ) ) );
			return;
		}
		if ( '' !== (string) $order->get_meta( self::REVIVED ) || ! $order->has_status( array( 'pending', 'on-hold', 'failed' ) ) ) {
			/* translators: 1: id of a payment, 2: an amount, 3: a link */
			$text = __( 'Payment %1$s of %2$s has arrived after this order was cancelled. Its goods may be sold: set the order to "Processing" if you can deliver, or return the money. %3$s', 'warung-for-woocommerce' );
			self::hold( $order, 'revived:' . $invoice, sprintf( $text, esc_html( $invoice ), self::rupiah( $fact['amount'] ), self::payment_link( $invoice ) ) );
			return;
		}
		$order->update_meta_data( self::SETTLED, $invoice );
		$order->delete_meta_data( self::LAPSED );
		$order->payment_complete( $invoice );
		/* translators: 1: an amount, 2: id of a payment, 3: a link */
		$text = __( '%1$s has arrived by QRIS, payment %2$s. %3$s', 'warung-for-woocommerce' );
		self::note( $order, 'paid:' . $invoice, sprintf( $text, self::rupiah( $fact['amount'] ), esc_html( $invoice ), self::payment_link( $invoice ) ) );
		$order->save();
		self::apply_refunds( $order, $fact );
	}

	/**
	 * Writes the status of a paid order whose row was not written because the database was busy or the process ended:
	 * WooCommerce stores the time of payment elsewhere.
	 *
	 * @param WC_Order $order The order.
	 */
	private static function restore_status( $order ) {
		$status = $order->needs_processing() ? 'processing' : 'completed';
		/** This filter is documented in WooCommerce. */
		$status = apply_filters( 'woocommerce_payment_complete_order_status', $status, $order->get_id(), $order ); // phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals.NonPrefixedHooknameFound -- WooCommerce's own.
		$order->update_status( $status, __( 'The payment had arrived before.', 'warung-for-woocommerce' ) );
	}

	/**
	 * Ends an order whose last payment ended unpaid. WooCommerce does so itself after some time if it manages stock.
	 *
	 * @param WC_Order $order The order.
	 * @param array    $fact  A payment that has expired or was cancelled.
	 */
	private static function apply_end( $order, $fact ) {
		$is_current = (string) $order->get_meta( self::CURRENT ) === $fact['invoice'] && 'warung' === $order->get_payment_method();
		if ( ! $is_current || ! $order->has_status( 'pending' ) || '' !== (string) $order->get_meta( self::SETTLED ) ) {
			return;
		}
		$order->update_meta_data( self::LAPSED, $fact['invoice'] );
		$text = 'expired' === $fact['status']
			/* translators: %s: a link */
			? __( 'The QRIS code has expired unpaid. %s', 'warung-for-woocommerce' )
			/* translators: %s: a link */
			: __( 'The payment was cancelled at Warung. %s', 'warung-for-woocommerce' );
		$order->update_status( 'cancelled', sprintf( $text, self::payment_link( $fact['invoice'] ) ) );
	}

	/**
	 * Puts an order on hold whose money does not pay it automatically: late, too little, too much or twice.
	 *
	 * @param WC_Order $order The order.
	 * @param array    $fact  The money.
	 */
	private static function apply_transfer( $order, $fact ) {
		$link = self::link( '/dashboard/review/' . $fact['id'], __( 'Decide in Warung', 'warung-for-woocommerce' ) );
		/* translators: 1: an amount, 2: a link */
		$text = __( '%1$s has arrived that does not pay this order by itself: it is late, too little, too much, or came twice. Accept or return it. %2$s', 'warung-for-woocommerce' );
		self::hold( $order, 'transfer:' . $fact['id'], sprintf( $text, self::rupiah( $fact['amount'] ), $link ) );
	}

	/**
	 * Books money that was refunded at Warung and not here, and shows refunds that a provider failed to send.
	 *
	 * @param WC_Order $order The order.
	 * @param array    $fact  A paid payment.
	 */
	private static function apply_refunds( $order, $fact ) {
		foreach ( $fact['failed'] as $id => $amount ) {
			/* translators: 1: an amount, 2: a link */
			$text = __( 'The provider did not return %1$s to the customer. Return it yourself, and note that in Warung. %2$s', 'warung-for-woocommerce' );
			self::note( $order, 'refund-failed:' . $id, sprintf( $text, self::rupiah( $amount ), self::payment_link( $fact['invoice'] ) ) );
		}
		$booked = (int) round( (float) $order->get_total_refunded() );
		$amount = min( $fact['refunded'] - $booked, self::due( $order ) - $booked );
		if ( $amount > 0 ) {
			wc_create_refund(
				array(
					'order_id'       => $order->get_id(),
					'amount'         => (string) $amount,
					'reason'         => __( 'Returned in Warung', 'warung-for-woocommerce' ),
					'refund_payment' => false,
					'restock_items'  => false,
				)
			);
		}
	}

	/**
	 * Puts an order on hold with a note, once for each key. Completed and refunded orders only get the note.
	 *
	 * @param WC_Order $order The order.
	 * @param string   $key   The key of the note.
	 * @param string   $text  The note.
	 */
	private static function hold( $order, $key, $text ) {
		if ( self::is_noted( $order, $key ) ) {
			return;
		}
		if ( $order->has_status( array( 'cancelled', 'trash' ) ) ) {
			$order->update_meta_data( self::REVIVED, '1' );
		}
		if ( $order->has_status( array( 'on-hold', 'completed', 'refunded' ) ) ) {
			self::note( $order, $key, $text );
		} else {
			self::mark_noted( $order, $key );
			$order->update_status( 'on-hold', $text );
		}
		$order->save();
		wc_get_logger()->warning( 'order ' . $order->get_id() . ': ' . wp_strip_all_tags( $text ), array( 'source' => 'warung' ) );
	}

	/**
	 * Writes a note, once for each key.
	 *
	 * @param WC_Order $order The order.
	 * @param string   $key   The key of the note.
	 * @param string   $text  The note.
	 */
	private static function note( $order, $key, $text ) {
		if ( self::is_noted( $order, $key ) ) {
			return;
		}
		self::mark_noted( $order, $key );
		$order->add_order_note( $text );
		$order->save();
	}

	/**
	 * Returns whether the order has the note.
	 *
	 * @param WC_Order $order The order.
	 * @param string   $key   The key of the note.
	 * @return bool
	 */
	private static function is_noted( $order, $key ) {
		return in_array( $key, (array) json_decode( (string) $order->get_meta( self::NOTED ), true ), true );
	}

	/**
	 * Records that the order has the note.
	 *
	 * @param WC_Order $order The order.
	 * @param string   $key   The key of the note.
	 */
	private static function mark_noted( $order, $key ) {
		$noted   = array_filter( (array) json_decode( (string) $order->get_meta( self::NOTED ), true ) );
		$noted[] = $key;
		$order->update_meta_data( self::NOTED, wp_json_encode( $noted ) );
	}

	/**
	 * Cancels the open payment of an order that is cancelled in WooCommerce, so that it can no longer be paid. If Warung
	 * is unavailable, money that still arrives puts the order on hold. A copy of an order, or of the whole site, has the
	 * meta of a payment that another order waits for.
	 *
	 * @param int $order_id The order.
	 */
	public static function cancel_payment( $order_id ) {
		$order = wc_get_order( $order_id );
		if ( ! $order instanceof WC_Order || '' !== (string) $order->get_meta( self::SETTLED ) ) {
			return;
		}
		$invoice = (string) $order->get_meta( self::CURRENT );
		if ( '' === $invoice || (string) $order->get_meta( self::LAPSED ) === $invoice ) {
			return;
		}
		try {
			$client = Warung_Client::stored();
			if ( self::reference( $order_id ) !== $client->get( '/check-payment', array( 'invoice' => $invoice ) )['reference'] ) {
				return;
			}
			$client->post( '/cancel-payment', array( 'invoice' => $invoice ) );
		} catch ( Warung_Error $error ) {
			wc_get_logger()->warning( 'order ' . $order_id . ': the payment is not cancelled: ' . $error->getMessage(), array( 'source' => 'warung' ) );
		}
	}

	/**
	 * Returns the payment that a refund of the order refunds; null if no payment paid the order. A copy of a paid order
	 * has the same meta, and must not refund the money a second time.
	 *
	 * @param WC_Order $order The order.
	 * @return string|null
	 * @throws Warung_Error If Warung does not answer.
	 */
	public static function refundable( $order ) {
		$invoice = (string) $order->get_meta( self::SETTLED );
		if ( '' === $invoice ) {
			return null;
		}
		$fact = self::payment_fact( Warung_Client::stored()->get( '/check-payment', array( 'invoice' => $invoice ) ) );
		return self::is_about( $fact, $order->get_id() ) ? $invoice : null;
	}

	/**
	 * Lets a customer pay an order that was cancelled only because its code had expired.
	 *
	 * @param string[] $statuses Statuses in which an order can be paid.
	 * @param WC_Order $order    The order.
	 * @return string[]
	 */
	public static function statuses_for_payment( $statuses, $order = null ) {
		if ( $order instanceof WC_Order && '' !== (string) $order->get_meta( self::LAPSED ) && '' === (string) $order->get_meta( self::REVIVED ) ) {
			$statuses[] = 'cancelled';
		}
		return $statuses;
	}

	/**
	 * Returns an amount in readable form.
	 *
	 * @param int $amount Whole rupiah.
	 * @return string
	 */
	public static function rupiah( $amount ) {
		return 'Rp ' . number_format( (float) $amount, 0, ',', '.' );
	}

	/**
	 * Returns a link to a payment on Warung's dashboard.
	 *
	 * @param string $invoice The payment.
	 * @return string
	 */
	private static function payment_link( $invoice ) {
		return self::link( '/dashboard/payments/' . $invoice, __( 'Open in Warung', 'warung-for-woocommerce' ) );
	}

	/**
	 * Returns a link to Warung.
	 *
	 * @param string $path Its path.
	 * @param string $text Its text.
	 * @return string
	 */
	private static function link( $path, $text ) {
		return '<a href="' . esc_url( Warung_Settings::get( 'base_url' ) . $path ) . '">' . esc_html( $text ) . '</a>';
	}
}
