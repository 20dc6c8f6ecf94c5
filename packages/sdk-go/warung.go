// Package warung calls a Warung shop: payments, orders, stock, bills and webhooks.
package warung

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"
)

const (
	// A first failure may be a restart; a third one is an outage.
	failuresMax = 2
	firstPause  = 500 * time.Millisecond
	// With a Retry-After the shop itself promises to be available.
	promisedRetriesMax = 5
	answerBytesMax     = 32 << 20
)

// The kinds of an Error: errors.Is(err, warung.ErrRateLimited).
var (
	// ErrInvalidRequest is 400: something in the request is not valid; Fields names it.
	ErrInvalidRequest = errors.New("invalid request")
	// ErrAuthentication is 401: the key is missing, not valid, or has ended.
	ErrAuthentication = errors.New("not authenticated")
	// ErrForbidden is 403: the key is valid, but may not make this call.
	ErrForbidden = errors.New("forbidden")
	// ErrNotFound is 404: this account and mode have no such object.
	ErrNotFound = errors.New("not found")
	// ErrConflict is 409 and 422: about the Idempotency-Key, or something that the shop is still creating.
	ErrConflict = errors.New("conflict")
	// ErrRateLimited is 429, after the retries: RetryAfter is the time to wait before the next attempt.
	ErrRateLimited = errors.New("rate limited")
	// ErrServer is 500 and above, after the retries, or an answer that does not come from the shop.
	ErrServer = errors.New("server error")
	// ErrNetwork means that there was no answer, after the retries: the address, the network or the time limit.
	ErrNetwork = errors.New("network failure")
)

// Error is returned by every refused or failed call.
type Error struct {
	// Kind is one of the kinds above.
	Kind error
	// Code identifies the error for programs; docs/errors.md of Warung lists all codes.
	Code    string
	Message string
	// Fields are the invalid fields, each with a sentence for people.
	Fields []ErrorAnswerFieldsEntry
	// RequestID identifies the request for the operator of the shop.
	RequestID string
	// Status is the HTTP status; 0 if there was no answer.
	Status int
	// RetryAfter is the time to wait before the shop accepts the call again; nil if it named no time.
	RetryAfter *time.Duration
	// Body is the whole answer: with reference_taken, it contains the payment's InvoiceID, PaymentURL and ExpiresAt.
	Body  ErrorAnswer
	cause error
}

func (e *Error) Error() string { return "warung: " + e.Message }

// Unwrap returns the kind, and the error of the network if there is one.
func (e *Error) Unwrap() []error {
	if e.cause == nil {
		return []error{e.Kind}
	}
	return []error{e.Kind, e.cause}
}

// Client calls one account of a Warung shop. Its key belongs in a backend, never in a page.
type Client struct {
	Payments  *PaymentsService
	Refunds   *RefundsService
	Orders    *OrdersService
	Stock     *StockService
	Bills     *BillsService
	Transfers *TransfersService
	Events    *EventsService
	QRIS      *QRISService
	Webhooks  WebhooksService

	baseURL string
	apiKey  string
	timeout time.Duration
	maxWait time.Duration
	http    *http.Client
}

// Option changes a Client.
type Option func(*Client)

// WithTimeout sets the time limit of one attempt; 45 s by default, because a provider's code may take 35 s.
func WithTimeout(timeout time.Duration) Option { return func(c *Client) { c.timeout = timeout } }

// WithMaxWait sets the maximum total of a call's waits; a longer Retry-After is returned at once.
func WithMaxWait(maxWait time.Duration) Option { return func(c *Client) { c.maxWait = maxWait } }

// WithTransport sets the transport of requests, such as one that traces them.
func WithTransport(transport http.RoundTripper) Option {
	return func(c *Client) { c.http.Transport = transport }
}

// CallOption changes one call.
type CallOption func(*call)

type call struct{ idempotencyKey string }

// IdempotencyKey sets the key that is sent with all retries of a call; random by default. Do not use an order's number.
func IdempotencyKey(key string) CallOption { return func(c *call) { c.idempotencyKey = key } }

// Ptr returns a pointer to a value, for optional fields: Reuse: warung.Ptr(true).
func Ptr[T any](value T) *T { return &value }

// Must returns the value of a call, and panics if it failed: for samples and tests.
func Must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

var (
	addressPattern = regexp.MustCompile(`^https?://[^/]`)
	keyPattern     = regexp.MustCompile(`^[!-~]+$`)
	endPattern     = regexp.MustCompile(`(/api)?/?$`)
)

// New creates a client. baseURL is the shop's address, such as https://shop.example; apiKey begins with wrg_test_ or
// wrg_live_.
func New(baseURL, apiKey string, options ...Option) (*Client, error) {
	if !addressPattern.MatchString(baseURL) {
		return nil, errors.New("warung: baseURL is the address of a shop: https://...")
	}
	// A key from a file or variable often ends with a line break.
	apiKey = strings.TrimSpace(apiKey)
	if !keyPattern.MatchString(apiKey) {
		return nil, errors.New("warung: apiKey is missing or damaged: `warung key create` makes one")
	}
	c := &Client{
		baseURL: endPattern.ReplaceAllString(baseURL, ""),
		apiKey:  apiKey,
		timeout: 45 * time.Second,
		maxWait: time.Minute,
		http: &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error {
			// Redirects are not followed, so that the key is sent to no other address.
			return http.ErrUseLastResponse
		}},
	}
	c.Payments, c.Refunds, c.Orders = &PaymentsService{c}, &RefundsService{c}, &OrdersService{c}
	c.Stock, c.Bills, c.Transfers = &StockService{c}, &BillsService{c}, &TransfersService{c}
	c.Events, c.QRIS = &EventsService{c}, &QRISService{c}
	for _, option := range options {
		option(c)
	}
	return c, nil
}

// Request calls any endpoint of the API, with the same retries and errors, and unmarshals its whole answer.
func (c *Client) Request(ctx context.Context, method, path string, fields, answer any, options ...CallOption) error {
	request, err := c.prepare(method, path, fields, options)
	if err != nil {
		return err
	}
	var waited time.Duration
	for failures := 0; ; failures++ {
		text, failure := c.attempt(ctx, request)
		if failure == nil {
			return json.Unmarshal(text, answer)
		}
		pause, isWorthIt := pauseAfter(failure, failures)
		if ctx.Err() != nil || !isWorthIt || waited+pause > c.maxWait {
			return failure
		}
		waited += pause
		select {
		case <-ctx.Done():
			return failure
		case <-time.After(pause):
		}
	}
}

type prepared struct {
	method, url string
	header      http.Header
	body        []byte
}

func (c *Client) prepare(method, path string, fields any, options []CallOption) (*prepared, error) {
	request := &prepared{method: method, url: c.baseURL + "/api" + path, header: http.Header{}}
	request.header.Set("Accept", "application/json")
	request.header.Set("X-API-Key", c.apiKey)
	// The account may prefer the other dialect, but this client's types describe this one.
	request.header.Set("X-API-Variant", "detailed")
	request.header.Set("User-Agent", "warung-sdk-go/1.0.0")
	names, err := fieldsOf(fields)
	if err != nil {
		return nil, err
	}
	if method == http.MethodGet {
		query := url.Values{}
		for name, value := range names {
			if value != nil {
				query.Set(name, fmt.Sprint(value))
			}
		}
		if len(query) > 0 {
			request.url += "?" + query.Encode()
		}
		return request, nil
	}
	called := call{idempotencyKey: newUUID()}
	for _, option := range options {
		option(&called)
	}
	request.header.Set("Content-Type", "application/json")
	request.header.Set("Idempotency-Key", called.idempotencyKey)
	request.body, err = json.Marshal(names)
	return request, err
}

func (c *Client) attempt(ctx context.Context, prepared *prepared) ([]byte, *Error) {
	ctx, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, prepared.method, prepared.url, bytes.NewReader(prepared.body))
	if err != nil {
		return nil, networkFailure(err)
	}
	request.Header = prepared.header
	response, err := c.http.Do(request)
	if err != nil {
		return nil, networkFailure(err)
	}
	defer response.Body.Close()
	// An answer that exceeds the maximum length is cut, so it is not valid JSON.
	text, err := io.ReadAll(io.LimitReader(response.Body, answerBytesMax))
	if err != nil {
		return nil, networkFailure(err)
	}
	isObject := bytes.HasPrefix(bytes.TrimSpace(text), []byte("{")) && json.Valid(text)
	if response.StatusCode >= 200 && response.StatusCode < 300 && isObject {
		return text, nil
	}
	return nil, refusal(response, text)
}

func networkFailure(cause error) *Error {
	return &Error{Kind: ErrNetwork, Code: "network_failure", Message: cause.Error(), cause: cause}
}

func refusal(response *http.Response, text []byte) *Error {
	var body ErrorAnswer
	if json.Unmarshal(text, &body) != nil || body.Code == "" {
		body = ErrorAnswer{Code: "unexpected_answer", RequestID: response.Header.Get("X-Request-Id")}
		body.Error = fmt.Sprintf("HTTP %d without an answer of the shop: check the address", response.StatusCode)
	}
	return &Error{
		Kind:       kindOf(response.StatusCode, body.Code),
		Code:       body.Code,
		Message:    body.Error,
		Fields:     body.Fields,
		RequestID:  body.RequestID,
		Status:     response.StatusCode,
		RetryAfter: durationUntil(response.Header.Get("Retry-After")),
		Body:       body,
	}
}

func kindOf(status int, code string) error {
	isOurs := code != "unexpected_answer"
	switch {
	case code == "forbidden" || status == http.StatusForbidden:
		return ErrForbidden
	case status == http.StatusConflict || status == http.StatusUnprocessableEntity:
		return ErrConflict
	case status == http.StatusUnauthorized:
		return ErrAuthentication
	case status == http.StatusNotFound && isOurs:
		return ErrNotFound
	case status == http.StatusTooManyRequests:
		return ErrRateLimited
	case status < 400 || status >= 500 || !isOurs:
		return ErrServer
	}
	return ErrInvalidRequest
}

// Retry-After is a number of seconds, or a date.
func durationUntil(header string) *time.Duration {
	if seconds, err := strconv.ParseUint(header, 10, 31); err == nil {
		return Ptr(time.Duration(seconds) * time.Second)
	}
	if date, err := http.ParseTime(header); err == nil {
		return Ptr(max(0, time.Until(date)))
	}
	return nil
}

// pauseAfter returns the time to wait before the next attempt, and whether a retry would help.
func pauseAfter(failure *Error, failures int) (time.Duration, bool) {
	isAway := failure.Code == "idempotency_conflict" || failure.Code == "not_ready"
	for _, status := range []int{0, 429, 502, 503, 504} {
		isAway = isAway || failure.Status == status
	}
	if !isAway {
		return 0, false
	}
	if failure.RetryAfter != nil {
		return *failure.RetryAfter, failures < promisedRetriesMax
	}
	return firstPause << failures, failures < failuresMax
}

// fieldsOf returns the fields of a struct or a map, without absent ones.
func fieldsOf(params any) (map[string]any, error) {
	fields := map[string]any{}
	if params == nil {
		return fields, nil
	}
	text, err := json.Marshal(params)
	if err != nil {
		return nil, err
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	return fields, decoder.Decode(&fields)
}

func with(params any, name string, value any) map[string]any {
	fields, err := fieldsOf(params)
	if err != nil {
		panic(err) // Parameters are structs of texts, numbers and booleans, which always have a JSON form.
	}
	fields[name] = value
	return fields
}

// get and post return the data of an answer.
func get[T any](ctx context.Context, c *Client, path string, fields any) (*T, error) {
	return data[T](ctx, c, http.MethodGet, path, fields, nil)
}

func post[T any](ctx context.Context, c *Client, path string, fields any, options []CallOption) (*T, error) {
	return data[T](ctx, c, http.MethodPost, path, fields, options)
}

func data[T any](ctx context.Context, c *Client, method, path string, fields any, options []CallOption) (*T, error) {
	var text json.RawMessage
	if err := c.Request(ctx, method, path, fields, &text, options...); err != nil {
		return nil, err
	}
	var wrapped struct {
		Data json.RawMessage `json:"data"`
	}
	if err := json.Unmarshal(text, &wrapped); err != nil {
		return nil, err
	}
	if wrapped.Data != nil {
		text = wrapped.Data
	}
	var value T
	return &value, json.Unmarshal(text, &value)
}

type page[T any] struct {
	Data       []T   `json:"data"`
	Total      int64 `json:"total"`
	Pagination *struct {
		Page       int64           `json:"page"`
		TotalPages int64           `json:"total_pages"`
		NextCursor json.RawMessage `json:"next_cursor"`
		HasMore    *bool           `json:"has_more"`
	} `json:"pagination"`
}

// next changes the fields to those of the next page; false after the last.
func (p *page[T]) next(fields map[string]any) bool {
	if len(p.Data) == 0 {
		return false
	}
	if p.Pagination == nil {
		offset, _ := strconv.ParseInt(fmt.Sprint(fields["offset"]), 10, 64)
		fields["offset"] = offset + int64(len(p.Data))
		return offset+int64(len(p.Data)) < p.Total
	}
	if len(p.Pagination.NextCursor) > 0 {
		var cursor *string
		isMore := json.Unmarshal(p.Pagination.NextCursor, &cursor) == nil && cursor != nil
		if isMore {
			delete(fields, "page")
			fields["cursor"] = *cursor
		}
		return isMore && (p.Pagination.HasMore == nil || *p.Pagination.HasMore)
	}
	fields["page"] = p.Pagination.Page + 1
	return p.Pagination.Page < p.Pagination.TotalPages
}

func iterate[T any](ctx context.Context, c *Client, path string, params any, id func(*T) any) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var none T
		fields, err := fieldsOf(params)
		if err != nil {
			yield(none, err)
			return
		}
		// In a newest-first list, new entries make the next page repeat the last entries of this one.
		seen := map[any]bool{}
		for isMore := true; isMore; {
			var answer page[T]
			if err := c.Request(ctx, http.MethodGet, path, fields, &answer); err != nil {
				yield(none, err)
				return
			}
			for index := range answer.Data {
				entry := &answer.Data[index]
				if !seen[id(entry)] && !yield(*entry, nil) {
					return
				}
				seen[id(entry)] = true
			}
			current := fmt.Sprint(fields)
			isMore = answer.next(fields)
			if isMore && fmt.Sprint(fields) == current {
				yield(none, &Error{Kind: ErrServer, Code: "unexpected_answer", Message: "the shop repeats a page of a list", Status: 200})
				return
			}
		}
	}
}

// PaymentsService creates, reads and cancels payments.
type PaymentsService struct{ c *Client }

// Create creates a payment; with Reuse, it returns an open or paid payment with this Reference instead.
func (s *PaymentsService) Create(ctx context.Context, params CreatePaymentParams, options ...CallOption) (*CreatedPayment, error) {
	return post[CreatedPayment](ctx, s.c, "/create-payment", params, options)
}

// Get returns the state of a payment.
func (s *PaymentsService) Get(ctx context.Context, invoice string) (*PaymentStatus, error) {
	return get[PaymentStatus](ctx, s.c, "/check-payment", with(nil, "invoice", invoice))
}

// List iterates over all matching payments, newest first.
func (s *PaymentsService) List(ctx context.Context, params ListPaymentsParams) iter.Seq2[ListedPayment, error] {
	return iterate(ctx, s.c, "/list-payments", params, func(p *ListedPayment) any { return p.InvoiceID })
}

// Cancel cancels a pending payment.
func (s *PaymentsService) Cancel(ctx context.Context, invoice string, options ...CallOption) (*PaymentStatus, error) {
	return post[PaymentStatus](ctx, s.c, "/cancel-payment", with(nil, "invoice", invoice), options)
}

// Explain returns why a payment has its status, and what to do next.
func (s *PaymentsService) Explain(ctx context.Context, invoice string) (*PaymentExplanation, error) {
	return get[PaymentExplanation](ctx, s.c, "/explain-payment", with(nil, "invoice", invoice))
}

// Simulate simulates the arrival of a payment's money; only with a test key.
func (s *PaymentsService) Simulate(ctx context.Context, invoice string, params SimulatePaymentParams, options ...CallOption) (*SimulatedPayment, error) {
	return post[SimulatedPayment](ctx, s.c, "/simulate-payment", with(params, "invoice", invoice), options)
}

// RefundsService refunds payments.
type RefundsService struct{ c *Client }

// Create refunds a paid payment: the whole rest, or an Amount.
func (s *RefundsService) Create(ctx context.Context, invoice string, params RefundPaymentParams, options ...CallOption) (*ListedPayment, error) {
	return post[ListedPayment](ctx, s.c, "/refund-payment", with(params, "invoice", invoice), options)
}

// Note records that you returned all money of a paid payment yourself.
func (s *RefundsService) Note(ctx context.Context, invoice string, options ...CallOption) (*Movement, error) {
	return post[Movement](ctx, s.c, "/note-refund", with(nil, "invoice", invoice), options)
}

// OrdersService reads and completes orders of the store.
type OrdersService struct{ c *Client }

// List iterates over all matching orders, newest first.
func (s *OrdersService) List(ctx context.Context, params ListOrdersParams) iter.Seq2[ListedOrder, error] {
	return iterate(ctx, s.c, "/msgstore-orders", params, func(o *ListedOrder) any { return o.OrderNumber })
}

// Get returns an order with its lines and payments.
func (s *OrdersService) Get(ctx context.Context, orderNumber string) (*Order, error) {
	return get[Order](ctx, s.c, "/msgstore-orders", with(nil, "order_number", orderNumber))
}

// Complete completes or cancels an order.
func (s *OrdersService) Complete(ctx context.Context, orderNumber string, params CompleteOrderParams, options ...CallOption) (*CompletedOrder, error) {
	fields := with(params, "order_number", orderNumber)
	return orderOf(post[struct{ Order *CompletedOrder }](ctx, s.c, "/msgstore-complete", fields, options))
}

// Ship marks an order as handed to a courier.
func (s *OrdersService) Ship(ctx context.Context, orderNumber string, params ShipOrderParams, options ...CallOption) (*ShippedOrder, error) {
	fields := with(params, "order_number", orderNumber)
	return orderOf(post[struct{ Order *ShippedOrder }](ctx, s.c, "/msgstore-ship", fields, options))
}

func orderOf[T any](answer *struct{ Order *T }, err error) (*T, error) {
	if err != nil {
		return nil, err
	}
	return answer.Order, nil
}

// StockService reads and sets the number of units in stock.
type StockService struct{ c *Client }

// List iterates over the stock of everything that the store sells.
func (s *StockService) List(ctx context.Context, params ListStockParams) iter.Seq2[Stock, error] {
	return iterate(ctx, s.c, "/list-stock", params, func(o *Stock) any { return [2]string{o.Product, o.Variant} })
}

// Set sets or changes the number of units in stock.
func (s *StockService) Set(ctx context.Context, product string, params SetStockParams, options ...CallOption) (*Stock, error) {
	return post[Stock](ctx, s.c, "/set-stock", with(params, "product", product), options)
}

// BillsService creates and closes bills.
type BillsService struct{ c *Client }

// Create creates a bill.
func (s *BillsService) Create(ctx context.Context, params CreateBillParams, options ...CallOption) (*Bill, error) {
	return post[Bill](ctx, s.c, "/create-bill", params, options)
}

// Get returns a bill by its id or slug.
func (s *BillsService) Get(ctx context.Context, bill string) (*WholeBill, error) {
	return get[WholeBill](ctx, s.c, "/check-bill", with(nil, "bill", bill))
}

// List iterates over all matching bills, newest first.
func (s *BillsService) List(ctx context.Context, params ListBillsParams) iter.Seq2[Bill, error] {
	return iterate(ctx, s.c, "/list-bills", params, func(b *Bill) any { return b.Bill })
}

// Update changes a bill.
func (s *BillsService) Update(ctx context.Context, bill string, params UpdateBillParams, options ...CallOption) (*Bill, error) {
	return post[Bill](ctx, s.c, "/update-bill", with(params, "bill", bill), options)
}

// Close closes a bill, and cancels its open payments.
func (s *BillsService) Close(ctx context.Context, bill string, options ...CallOption) (*Bill, error) {
	return post[Bill](ctx, s.c, "/close-bill", with(nil, "bill", bill), options)
}

// TransfersService reads the money that arrived.
type TransfersService struct{ c *Client }

// List iterates over the money that arrived, newest first.
func (s *TransfersService) List(ctx context.Context, params ListTransfersParams) iter.Seq2[Transfer, error] {
	return iterate(ctx, s.c, "/list-transfers", params, func(t *Transfer) any { return t.TransferID })
}

// Review resolves a transfer in review.
func (s *TransfersService) Review(ctx context.Context, transferID int64, params ReviewTransferParams, options ...CallOption) (*Transfer, error) {
	return post[Transfer](ctx, s.c, "/review-transfer", with(params, "transfer_id", transferID), options)
}

// EventPage is one page of events.
type EventPage struct {
	Data       []ShopEvent `json:"data"`
	NextCursor string      `json:"next_cursor"`
	HasMore    bool        `json:"has_more"`
}

// EventsService reads events.
type EventsService struct{ c *Client }

// List returns one page of events, oldest first. Store NextCursor together with your changes, and continue from it.
func (s *EventsService) List(ctx context.Context, params ListEventsParams) (*EventPage, error) {
	var answer struct {
		Data       []ShopEvent `json:"data"`
		Pagination EventPage   `json:"pagination"`
	}
	err := s.c.Request(ctx, http.MethodGet, "/events", params, &answer)
	if err != nil {
		return nil, err
	}
	answer.Pagination.Data = answer.Data
	return &answer.Pagination, nil
}

// Iterate iterates over all events from Cursor to the present.
func (s *EventsService) Iterate(ctx context.Context, params ListEventsParams) iter.Seq2[ShopEvent, error] {
	return iterate(ctx, s.c, "/events", params, func(e *ShopEvent) any { return e.ID })
}

// QRISService reads and converts codes.
type QRISService struct{ c *Client }

// Convert writes an amount into a code, given as text, base64 of a picture, or a picture's address.
func (s *QRISService) Convert(ctx context.Context, params ConvertQrisParams, options ...CallOption) (*QrisConversion, error) {
	return post[QrisConversion](ctx, s.c, "/qris-convert", params, options)
}

// Info returns the content of a code, and whether it is valid.
func (s *QRISService) Info(ctx context.Context, params ReadQrisParams, options ...CallOption) (*QrisInfo, error) {
	return post[QrisInfo](ctx, s.c, "/qris-info", params, options)
}
