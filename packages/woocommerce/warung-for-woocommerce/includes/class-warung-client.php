<?php
/**
 * Calls of the API.
 *
 * @package Warung_For_WooCommerce
 */

defined( 'ABSPATH' ) || exit;

/** A client of the merchant's Warung shop. */
class Warung_Client {

	// A customer waits this long: longer than a slow provider, shorter than most PHP time limits.
	const CREATE_TIMEOUT_S = 25;
	const READ_TIMEOUT_S   = 10;
	const FAILURES_MAX     = 2;
	const WAIT_MAX_S       = 3;
	const ANSWER_MAX       = 8388608;

	/**
	 * Address of the shop.
	 *
	 * @var string
	 */
	private $base_url;

	/**
	 * Key of the API.
	 *
	 * @var string
	 */
	private $key;

	/**
	 * Creates a client.
	 *
	 * @param string $base_url Address of the shop.
	 * @param string $key      Key of the API.
	 */
	public function __construct( $base_url, $key ) {
		$this->base_url = $base_url;
		$this->key      = $key;
	}

	/**
	 * Creates a client from the stored settings.
	 *
	 * @return Warung_Client
	 */
	public static function stored() {
		return new self( Warung_Settings::get( 'base_url' ), Warung_Settings::get( 'api_key' ) );
	}

	/**
	 * Sends a GET request.
	 *
	 * @param string $path  Such as `/check-payment`.
	 * @param array  $query Its parameters.
	 * @return array
	 */
	public function get( $path, $query = array() ) {
		return $this->request( 'GET', $path, $query, null );
	}

	/**
	 * Sends a POST request. All retries have one Idempotency-Key, so that nothing is done twice.
	 *
	 * @param string      $path            Such as `/create-payment`.
	 * @param array       $body            Its fields.
	 * @param string|null $idempotency_key The caller's own key; random if null.
	 * @return array
	 */
	public function post( $path, $body, $idempotency_key = null ) {
		return $this->request( 'POST', $path, $body, null === $idempotency_key ? wp_generate_uuid4() : $idempotency_key );
	}

	/**
	 * Sends a request, and repeats it after a failure of the network, a busy shop or a gateway's own error.
	 *
	 * @param string      $method GET or POST.
	 * @param string      $path   Below /api.
	 * @param array       $fields Query or body.
	 * @param string|null $key    Idempotency-Key.
	 * @return array
	 * @throws Warung_Error If it is refused or fails.
	 */
	private function request( $method, $path, $fields, $key ) {
		if ( ! preg_match( '/^[!-~]+$/D', $this->key ) || '' === $this->base_url ) {
			throw new Warung_Error( esc_html__( 'Warung is not set up yet: the address or the API key is missing.', 'warung-for-woocommerce' ), 'not_set_up' );
		}
		$url  = $this->base_url . '/api' . $path;
		$args = array(
			'method'              => $method,
			'timeout'             => 'POST' === $method ? self::CREATE_TIMEOUT_S : self::READ_TIMEOUT_S,
			// Redirects are not followed, so that the key is sent to no other address.
			'redirection'         => 0,
			'limit_response_size' => self::ANSWER_MAX,
			'headers'             => array(
				'Accept'        => 'application/json',
				'X-API-Key'     => $this->key,
				'X-API-Variant' => 'detailed',
			),
			'user-agent'          => 'warung-for-woocommerce/' . WARUNG_WC_VERSION,
		);
		if ( 'GET' === $method ) {
			$url = add_query_arg( array_map( 'rawurlencode', $fields ), $url );
		} else {
			$args['headers']['Content-Type']    = 'application/json';
			$args['headers']['Idempotency-Key'] = $key;
			$args['body']                       = wp_json_encode( (object) $fields );
		}
		for ( $failures = 0; ; $failures++ ) {
			$answer = wp_remote_request( $url, $args );
			$error  = is_wp_error( $answer ) ? new Warung_Error( $answer->get_error_message(), 'network_failure' ) : self::error_of( $answer );
			if ( null === $error ) {
				return json_decode( wp_remote_retrieve_body( $answer ), true );
			}
			$wait = is_wp_error( $answer ) ? 0.3 : self::wait_of( $answer, $error );
			if ( null === $wait || $wait > self::WAIT_MAX_S || $failures >= self::FAILURES_MAX ) {
				throw $error; // phpcs:ignore WordPress.Security.EscapeOutput.ExceptionNotEscaped -- it is escaped where it is shown.
			}
			usleep( (int) ( $wait * 1000000 ) );
		}
	}

	/**
	 * Returns the error of an answer; null if it succeeded.
	 *
	 * @param array $answer From WordPress.
	 * @return Warung_Error|null
	 */
	private static function error_of( $answer ) {
		$status = (int) wp_remote_retrieve_response_code( $answer );
		$body   = json_decode( wp_remote_retrieve_body( $answer ), true );
		if ( ! is_array( $body ) || ! isset( $body['success'] ) ) {
			/* translators: %d: a status of HTTP, such as 404 */
			$message = sprintf( __( 'That address answers (%d), but not as a Warung shop does.', 'warung-for-woocommerce' ), $status );
			return new Warung_Error( $message, 'unexpected_answer', $status );
		}
		if ( 200 === $status && true === $body['success'] ) {
			return null;
		}
		$code    = isset( $body['code'] ) && is_string( $body['code'] ) ? $body['code'] : 'unexpected_answer';
		$message = isset( $body['error'] ) && is_string( $body['error'] ) ? $body['error'] : $code;
		return new Warung_Error( $message, $code, $status, $body );
	}

	/**
	 * Returns the seconds after which a refused call may be repeated; null if it may not.
	 *
	 * @param array        $answer From WordPress.
	 * @param Warung_Error $error  Its error.
	 * @return float|null
	 */
	private static function wait_of( $answer, $error ) {
		$is_busy = in_array( $error->status, array( 429, 502, 503, 504 ), true ) || in_array( $error->reason, array( 'idempotency_conflict', 'not_ready' ), true );
		if ( ! $is_busy ) {
			return null;
		}
		$after = wp_remote_retrieve_header( $answer, 'retry-after' );
		return is_numeric( $after ) ? (float) $after : 0.5;
	}
}
