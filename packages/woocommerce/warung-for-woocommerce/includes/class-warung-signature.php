<?php
/**
 * Signatures of webhooks.
 *
 * @package Warung_For_WooCommerce
 */

defined( 'ABSPATH' ) || exit;

/** Verifies messages by the specification at https://www.standardwebhooks.com. */
class Warung_Signature {

	const TOLERANCE_S = 300;

	/**
	 * Returns null for a message that Warung signed within the last five minutes, otherwise the reason for refusing it.
	 *
	 * @param string   $raw_body  The body as received.
	 * @param array    $headers   `id`, `timestamp` and `signature`.
	 * @param string[] $secrets   Any of them may have signed it.
	 * @param int      $now       Seconds since 1970.
	 * @return string|null
	 */
	public static function refusal( $raw_body, $headers, $secrets, $now ) {
		if ( '' === $headers['id'] || '' === $headers['timestamp'] || '' === $headers['signature'] ) {
			return 'missing_headers';
		}
		$is_genuine = false;
		foreach ( $secrets as $secret ) {
			$key = self::key_of( $secret );
			if ( null === $key ) {
				continue;
			}
			$signed   = $headers['id'] . '.' . $headers['timestamp'] . '.' . $raw_body;
			$expected = 'v1,' . base64_encode( hash_hmac( 'sha256', $signed, $key, true ) ); // phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions.obfuscation_base64_encode -- the form of a signature.
			foreach ( explode( ' ', $headers['signature'] ) as $candidate ) {
				$is_genuine = hash_equals( $expected, $candidate ) || $is_genuine;
			}
		}
		if ( ! $is_genuine ) {
			return 'bad_signature';
		}
		if ( 1 !== preg_match( '/^\d{1,15}$/D', $headers['timestamp'] ) ) {
			return 'bad_timestamp';
		}
		$age = $now - (int) $headers['timestamp'];
		if ( $age > self::TOLERANCE_S ) {
			return 'too_old';
		}
		return -$age > self::TOLERANCE_S ? 'too_new' : null;
	}

	/**
	 * Returns the bytes of a secret; null if it is damaged or empty, because an attacker could guess that.
	 *
	 * @param string $secret `whsec_` and base64.
	 * @return string|null
	 */
	public static function key_of( $secret ) {
		$text = 0 === strpos( $secret, 'whsec_' ) ? substr( $secret, 6 ) : $secret;
		$key  = base64_decode( $text, true ); // phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions.obfuscation_base64_decode -- the form of a secret.
		return false === $key || '' === $key || 0 !== strlen( $text ) % 4 ? null : $key;
	}
}
