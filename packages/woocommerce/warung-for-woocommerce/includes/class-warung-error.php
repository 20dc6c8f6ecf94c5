<?php
/**
 * What a call that failed throws.
 *
 * @package Warung_For_WooCommerce
 */

defined( 'ABSPATH' ) || exit;

/** A refused or failed call of the API. */
class Warung_Error extends RuntimeException {

	/**
	 * A word for programs, such as `reference_taken`; `network_failure` if no answer came.
	 *
	 * @var string
	 */
	public $reason;

	/**
	 * Status of HTTP; 0 if no answer came.
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
	 * Makes the error.
	 *
	 * @param string $message A sentence for the merchant.
	 * @param string $reason  A word for programs.
	 * @param int    $status  Status of HTTP.
	 * @param array  $body    The whole answer.
	 */
	public function __construct( $message, $reason, $status = 0, $body = array() ) {
		parent::__construct( $message );
		$this->reason = $reason;
		$this->status = $status;
		$this->body   = $body;
	}
}
