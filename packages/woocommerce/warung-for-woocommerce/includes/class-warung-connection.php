<?php
/**
 * The connection to the shop, and the webhook from it.
 *
 * @package Warung_For_WooCommerce
 */

defined( 'ABSPATH' ) || exit;

/** Checks the key, registers the webhook, and tests its delivery. */
class Warung_Connection {

	const ACTION = 'warung_wc_try_way_back';
	const TYPES  = array( 'payment.paid', 'payment.expired', 'payment.cancelled', 'payment.refunded', 'transfer.in_review' );
	const WAIT_S = 15;

	/** Hooks into WordPress. */
	public static function register() {
		add_action( 'wp_ajax_' . self::ACTION, array( __CLASS__, 'answer_try' ) );
	}

	/**
	 * Checks the stored key, and registers the webhook if the merchant pasted no secret. Returns sentences for the
	 * merchant.
	 *
	 * @return array `errors` and `news`.
	 */
	public static function connect() {
		$client = Warung_Client::stored();
		try {
			$account = $client->get( '/get-account-status' )['data'];
		} catch ( Warung_Error $error ) {
			/* translators: %s: a sentence */
			$text = __( 'Warung does not take this address and key: %s', 'warung-for-woocommerce' );
			return array(
				'errors' => array( sprintf( $text, $error->getMessage() ) ),
				'news'   => array(),
			);
		}
		$name = isset( $account['account']['username'] ) ? (string) $account['account']['username'] : '';
		$mode = Warung_Settings::is_test() ? __( 'test mode', 'warung-for-woocommerce' ) : __( 'live mode', 'warung-for-woocommerce' );
		/* translators: 1: name of an account, 2: "test mode" or "live mode" */
		$news = array( sprintf( __( 'Connected to the account %1$s in %2$s.', 'warung-for-woocommerce' ), $name, $mode ) );
		if ( array() !== Warung_Settings::secrets() ) {
			return array(
				'errors' => array(),
				'news'   => $news,
			);
		}
		try {
			self::register_webhook( $client );
			$news[] = __( 'The webhook is registered. Press the button below to try it.', 'warung-for-woocommerce' );
			return array(
				'errors' => array(),
				'news'   => $news,
			);
		} catch ( Warung_Error $error ) {
			/* translators: %s: a sentence */
			$text = __( 'The webhook could not be registered (%s). Orders are still settled by the customer’s return and every five minutes. Paste the webhook secret of your account to get messages at once.', 'warung-for-woocommerce' );
			return array(
				'errors' => array( sprintf( $text, $error->getMessage() ) ),
				'news'   => $news,
			);
		}
	}

	/**
	 * Creates the plugin's own endpoint, replacing earlier ones with its address whose secret was lost.
	 *
	 * @param Warung_Client $client Client.
	 */
	private static function register_webhook( $client ) {
		$url = Warung_Webhook::url();
		foreach ( $client->get( '/list-endpoints' )['data'] as $endpoint ) {
			if ( $endpoint['url'] === $url ) {
				$client->post( '/delete-endpoint', array( 'endpoint_id' => $endpoint['endpoint_id'] ) );
			}
		}
		$made = $client->post(
			'/create-endpoint',
			array(
				'url'         => $url,
				'types'       => self::TYPES,
				'description' => 'WooCommerce: ' . substr( wp_strip_all_tags( get_bloginfo( 'name' ) ), 0, 100 ),
			)
		);
		Warung_Settings::set(
			array(
				'endpoint_id'     => (string) $made['endpoint_id'],
				'endpoint_secret' => (string) $made['secret'],
			)
		);
	}

	/**
	 * Forgets the registered webhook, and deletes it at the shop if the key that created it can reach that. A copy
	 * of the site at another address has the id of a webhook that the site itself still needs.
	 *
	 * @param string $base_url Address of the shop.
	 * @param string $key      Key of the API.
	 */
	public static function disconnect( $base_url, $key ) {
		$id = Warung_Settings::get( 'endpoint_id' );
		if ( '' === $id ) {
			return;
		}
		try {
			$client = new Warung_Client( $base_url, $key );
			foreach ( $client->get( '/list-endpoints' )['data'] as $endpoint ) {
				if ( $endpoint['endpoint_id'] === $id && Warung_Webhook::url() === $endpoint['url'] ) {
					$client->post( '/delete-endpoint', array( 'endpoint_id' => $id ) );
				}
			}
		} catch ( Warung_Error $error ) {
			wc_get_logger()->warning( 'the webhook ' . $id . ' is not deleted: ' . $error->getMessage(), array( 'source' => 'warung' ) );
		}
		Warung_Settings::set(
			array(
				'endpoint_id'     => '',
				'endpoint_secret' => '',
			)
		);
	}

	/** Answers the button of the settings page. */
	public static function answer_try() {
		check_ajax_referer( self::ACTION, 'nonce' );
		if ( ! current_user_can( 'manage_woocommerce' ) ) {
			wp_send_json_error( __( 'You may not do this.', 'warung-for-woocommerce' ), 403 );
		}
		try {
			list( $works, $text ) = self::try_way_back();
		} catch ( Warung_Error $error ) {
			/* translators: %s: a sentence */
			list( $works, $text ) = array( false, sprintf( __( 'Warung could not be asked to send a message: %s', 'warung-for-woocommerce' ), $error->getMessage() ) );
		}
		if ( $works ) {
			wp_send_json_success( $text );
		}
		wp_send_json_error( $text );
	}

	/**
	 * Makes Warung send a message to this site, and waits for it.
	 *
	 * @return array Whether it works, and a sentence.
	 */
	private static function try_way_back() {
		$client = Warung_Client::stored();
		$id     = Warung_Settings::get( 'endpoint_id' );
		$began  = time();
		delete_option( Warung_Webhook::LAST );
		if ( '' !== $id ) {
			$sent = $client->post(
				'/test-endpoint',
				array(
					'endpoint_id' => $id,
					'type'        => 'payment.paid',
				)
			);
		} else {
			$client->post( '/test-callback', array( 'url' => Warung_Webhook::url() ) );
			$sent = null;
		}
		$deadline = microtime( true ) + self::WAIT_S;
		do {
			usleep( 300000 );
			$attempt = null === $sent ? null : self::attempt_of( $client, $id, (int) $sent['delivery_id'] );
			$last    = self::last_message( $began );
			if ( null !== $last && ( null === $sent || null !== $attempt || 'accepted' !== $last['outcome'] ) ) {
				return self::judge( $last['outcome'], $attempt );
			}
			if ( null !== $attempt ) {
				return self::judge( null, $attempt );
			}
		} while ( microtime( true ) < $deadline );
		/* translators: 1: an address, 2: a number of seconds */
		$text = __( 'No message has arrived at %1$s within %2$d seconds. Something in front of this site may refuse it: a firewall, a login, or an address that Warung cannot reach. Orders are still settled by the customer’s return and every five minutes.', 'warung-for-woocommerce' );
		return array( false, sprintf( $text, Warung_Webhook::url(), self::WAIT_S ) );
	}

	/**
	 * Returns the outcome of the last message since this time; null if none arrived.
	 *
	 * @param int $since Seconds since 1970.
	 * @return array|null
	 */
	private static function last_message( $since ) {
		// Another process stores the outcome.
		wp_cache_delete( Warung_Webhook::LAST, 'options' );
		wp_cache_delete( 'notoptions', 'options' );
		$last = get_option( Warung_Webhook::LAST );
		return is_array( $last ) && $last['at'] >= $since ? $last : null;
	}

	/**
	 * Returns Warung's only attempt to send a message; null while there is none.
	 *
	 * @param Warung_Client $client   Client.
	 * @param string        $endpoint The endpoint.
	 * @param int           $delivery The message.
	 * @return array|null
	 */
	private static function attempt_of( $client, $endpoint, $delivery ) {
		foreach ( $client->get( '/list-deliveries', array( 'endpoint_id' => $endpoint ) )['data'] as $one ) {
			if ( $delivery === (int) $one['delivery_id'] && array() !== $one['attempts'] ) {
				return end( $one['attempts'] );
			}
		}
		return null;
	}

	/**
	 * Returns the conclusion from the message.
	 *
	 * @param string|null $outcome The outcome at this site.
	 * @param array|null  $attempt The attempt as Warung recorded it.
	 * @return array Whether it works, and a sentence.
	 */
	private static function judge( $outcome, $attempt ) {
		$status = isset( $attempt['status'] ) ? (int) $attempt['status'] : null;
		if ( 'accepted' === $outcome && ( null === $attempt || 200 === $status ) ) {
			return array( true, __( 'The way back works: a message of Warung has arrived, its signature is right, and it was answered with 200.', 'warung-for-woocommerce' ) );
		}
		$reasons = array(
			'bad_signature'   => __( 'A message has arrived, but it is signed with another secret. Paste the webhook secret of your account again.', 'warung-for-woocommerce' ),
			'missing_headers' => __( 'A message has arrived without its signature: something in front of this site removes the webhook- headers.', 'warung-for-woocommerce' ),
			'too_old'         => __( 'A message has arrived that looks more than five minutes old: the clock of this server is ahead. Have it set by NTP.', 'warung-for-woocommerce' ),
			'too_new'         => __( 'A message has arrived from the future: the clock of this server is behind. Have it set by NTP.', 'warung-for-woocommerce' ),
		);
		if ( null !== $outcome && isset( $reasons[ $outcome ] ) ) {
			return array( false, $reasons[ $outcome ] );
		}
		if ( null === $status ) {
			$why = isset( $attempt['error'] ) ? (string) $attempt['error'] : (string) $outcome;
			/* translators: 1: an address, 2: a sentence */
			return array( false, sprintf( __( 'Warung could not reach %1$s: %2$s', 'warung-for-woocommerce' ), Warung_Webhook::url(), $why ) );
		}
		$answer = isset( $attempt['answer'] ) ? wp_html_excerpt( (string) $attempt['answer'], 200, '…' ) : '';
		/* translators: 1: an address, 2: a status of HTTP, 3: beginning of an answer */
		$text = __( 'Warung has reached %1$s, but was answered with %2$d and not by this plugin: %3$s', 'warung-for-woocommerce' );
		return array( false, sprintf( $text, Warung_Webhook::url(), $status, $answer ) );
	}
}
