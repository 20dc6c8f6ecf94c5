package warung

import (
	"bytes"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

const defaultTolerance = 5 * time.Minute

// SignatureError is returned for a webhook that the shop did not send, or whose time is out of tolerance. Answer it
// with 401.
type SignatureError struct {
	// Reason is bad_secret, missing_headers, bad_signature, bad_timestamp, too_old, too_new or not_json.
	Reason  string
	Message string
}

func (e *SignatureError) Error() string { return "warung: " + e.Message }

// WebhookMessage is a verified callback of a payment, or a verified event of an endpoint.
type WebhookMessage struct {
	// ID is identical in every attempt: store it with your changes, and ignore the message if you already have it.
	ID string
	// Type is the type, such as payment.paid.
	Type string
	// Data is the payment, the order or another object, depending on the type; unmarshal it into a type of yours.
	Data json.RawMessage
	// Sequence belongs to an event: ignore it if you have a higher one for the same object. Nil for a callback.
	Sequence *int64
	// Timestamp is the time of sending.
	Timestamp time.Time
	// IsTest means that the merchant only tests the address, and no payment was made.
	IsTest bool
	// Body is the whole body.
	Body json.RawMessage
}

// VerifyOptions are the options of a single check; the zero value is the default.
type VerifyOptions struct {
	// Tolerance is the maximum difference of the sender's clock and yours; five minutes by default.
	Tolerance time.Duration
	// Now is the current time, for tests.
	Now time.Time
}

// ExampleOptions set the content of a signed example; the zero value is the callback payment.paid.
type ExampleOptions struct {
	// Data replaces fields of the example.
	Data map[string]any
	// Type creates an event as sent to endpoints.
	Type      string
	ID        string
	Timestamp time.Time
}

// SignedExample is a raw body with its headers.
type SignedExample struct {
	Body   []byte
	Header http.Header
}

// WebhooksService verifies webhooks, and creates signed examples for the tests of a receiver. It needs no client.
type WebhooksService struct{}

// Webhooks is the WebhooksService of programs that only receive.
var Webhooks WebhooksService

// Verify checks a webhook by its raw body, before any parser, and returns its message. While a secret is rotated,
// pass both.
func (w WebhooksService) Verify(rawBody []byte, header http.Header, secrets ...string) (*WebhookMessage, error) {
	return w.VerifyWith(VerifyOptions{}, rawBody, header, secrets...)
}

// VerifyWith is Verify with a different tolerance or time.
func (w WebhooksService) VerifyWith(options VerifyOptions, rawBody []byte, header http.Header, secrets ...string) (*WebhookMessage, error) {
	keys, err := keysOf(secrets)
	if err != nil {
		return nil, err
	}
	id, sentAt := header.Get("webhook-id"), header.Get("webhook-timestamp")
	signatures := header.Get("webhook-signature")
	if id == "" || sentAt == "" || signatures == "" {
		return nil, &SignatureError{"missing_headers", "webhook-id, webhook-timestamp or webhook-signature is missing"}
	}
	isGenuine := false
	for _, key := range keys {
		expected := []byte(signature(key, id, sentAt, rawBody))
		for _, candidate := range strings.Split(signatures, " ") {
			isGenuine = hmac.Equal(expected, []byte(candidate)) || isGenuine
		}
	}
	if !isGenuine {
		return nil, &SignatureError{"bad_signature", "no signature is one of this secret over this body"}
	}
	timestamp, err := checkTime(sentAt, options)
	if err != nil {
		return nil, err
	}
	message := &WebhookMessage{ID: id, Timestamp: timestamp, IsTest: header.Get("x-webhook-test") == "1", Body: rawBody}
	return message, message.read()
}

func (m *WebhookMessage) read() error {
	var fields struct {
		Type     string          `json:"type"`
		Event    string          `json:"event"`
		Data     json.RawMessage `json:"data"`
		Sequence *int64          `json:"sequence"`
	}
	isObject := bytes.HasPrefix(bytes.TrimSpace(m.Body), []byte("{")) && utf8.Valid(m.Body)
	if !isObject || json.Unmarshal(m.Body, &fields) != nil {
		return &SignatureError{"not_json", "the signed body is not a JSON object"}
	}
	m.Type, m.Data, m.Sequence = fields.Type, fields.Data, fields.Sequence
	if m.Type == "" {
		m.Type = fields.Event
	}
	if !bytes.HasPrefix(m.Data, []byte("{")) {
		m.Data = m.Body
	}
	return nil
}

// Sign signs a body as the shop does, for the tests of your receiver.
func (w WebhooksService) Sign(body []byte, secret, id string, timestamp time.Time) (http.Header, error) {
	keys, err := keysOf([]string{secret})
	if err != nil {
		return nil, err
	}
	sentAt := strconv.FormatInt(timestamp.Unix(), 10)
	header := http.Header{}
	header.Set("content-type", "application/json")
	header.Set("webhook-id", id)
	header.Set("webhook-timestamp", sentAt)
	header.Set("webhook-signature", signature(keys[0], id, sentAt, body))
	return header, nil
}

// Example creates a signed example for the tests of your receiver.
func (w WebhooksService) Example(secret string, options ExampleOptions) (*SignedExample, error) {
	if options.ID == "" {
		options.ID = newUUID()
	}
	if options.Timestamp.IsZero() {
		options.Timestamp = time.Now()
	}
	var message map[string]any
	if options.Type != "" {
		message = map[string]any{
			"id": options.ID, "type": options.Type, "version": 1, "mode": "test", "sequence": 1, "data": options.Data,
			"created_at": options.Timestamp.UTC().Format("2006-01-02T15:04:05.000Z"),
		}
	} else {
		if err := json.Unmarshal([]byte(paidExample), &message); err != nil {
			return nil, err
		}
		message["timestamp"] = options.Timestamp.Unix()
		for name, value := range options.Data {
			message[name] = value
		}
	}
	body, err := json.Marshal(message)
	if err != nil {
		return nil, err
	}
	header, err := w.Sign(body, secret, options.ID, options.Timestamp)
	return &SignedExample{Body: body, Header: header}, err
}

// The callback in docs/api.md.
const paidExample = `{"event": "payment.paid", "invoice_id": "INV-CZSRHR2XGY9QFHM5YCHN", "status": "paid",
"amount": 15000, "final_amount": 15036, "unique_code": 36, "paid_at": "2026-11-21 13:59:35", "paid_amount": 15036,
"paid_reff_num": "413255111", "payment_method": "qris", "paid_via": "qris", "customer_name": "Siti Aminah",
"customer_email": null, "customer_phone": null, "description": "Kopi susu", "redirect_url": null, "reference": null,
"metadata": {}, "has_file": false, "has_content": false, "download_token": null,
"provider_payment_customername": "Zainal Arief", "provider_payment_methodby": "Sakuku"}`

func checkTime(sentAt string, options VerifyOptions) (time.Time, error) {
	seconds, err := strconv.ParseUint(sentAt, 10, 50)
	if err != nil {
		return time.Time{}, &SignatureError{"bad_timestamp", "webhook-timestamp is not a number"}
	}
	now, tolerance := options.Now, options.Tolerance
	if now.IsZero() {
		now = time.Now()
	}
	if tolerance == 0 {
		tolerance = defaultTolerance
	}
	timestamp := time.Unix(int64(seconds), 0)
	if now.Sub(timestamp) > tolerance {
		return timestamp, &SignatureError{"too_old", fmt.Sprintf("it was sent more than %s ago", tolerance)}
	}
	if timestamp.Sub(now) > tolerance {
		return timestamp, &SignatureError{"too_new", "it comes from the future: compare the clocks"}
	}
	return timestamp, nil
}

func signature(key []byte, id, timestamp string, body []byte) string {
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "%s.%s.", id, timestamp)
	mac.Write(body)
	return "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
}

// An empty or damaged secret would give a key that an attacker can guess.
func keysOf(secrets []string) ([][]byte, error) {
	keys := make([][]byte, 0, len(secrets))
	for _, secret := range secrets {
		text := strings.TrimPrefix(strings.TrimSpace(secret), "whsec_")
		key, err := base64.StdEncoding.DecodeString(text)
		if err != nil || len(key) == 0 {
			return nil, &SignatureError{"bad_secret", "the secret is not whsec_ and base64: copy it whole from the dashboard"}
		}
		keys = append(keys, key)
	}
	if len(keys) == 0 {
		return nil, &SignatureError{"bad_secret", "no secret was given"}
	}
	return keys, nil
}

func newUUID() string {
	var b [16]byte
	if _, err := rand.Read(b[:]); err != nil {
		panic(err) // The system has no randomness, so the program cannot continue.
	}
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}
