<?php
/**
 * The error of a failed call.
 *
 * @package Warung_For_WooCommerce
 */

defined( 'ABSPATH' ) || exit;

/** A refused or failed call of the API. */
class Warung_Error extends RuntimeException {

	/**
	 * The error code, such as `reference_taken`; `network_failure` if there was no answer.
	 *
	 * @var string
	 */
	public $reason;

	/**
	 * The HTTP status; 0 if there was no answer.
	 *
	 * @var int
	 */
	public $status;

	/**
	 * The whole answer.
	 *
	 * @var array
	 */
	public $body;

	/**
	 * Creates the error.
	 *
	 * @param string $message A sentence for the merchant.
	 * @param string $reason  The error code.
	 * @param int    $status  The HTTP status.
	 * @param array  $body    The whole answer.
	 */
	public function __construct( $message, $reason, $status = 0, $body = array() ) {
		parent::__construct( $message );
		$this->reason = $reason;
		$this->status = $status;
		$this->body   = $body;
	}
}
