// Code generated from docs/openapi.client.json by test/sdks/types.test.ts. DO NOT EDIT.

package warung

// Bill is returned by the shop.
type Bill struct {
	Bill           string            `json:"bill"`
	Slug           string            `json:"slug"`
	URL            string            `json:"url"`
	Kind           string            `json:"kind"`
	Status         string            `json:"status"`
	Title          string            `json:"title"`
	Amount         *int64            `json:"amount"`
	MinAmount      *int64            `json:"min_amount"`
	MaxAmount      *int64            `json:"max_amount"`
	ProposedAmount *int64            `json:"proposed_amount"`
	Parts          bool              `json:"parts"`
	Collected      int64             `json:"collected"`
	Due            *int64            `json:"due"`
	Excess         int64             `json:"excess"`
	Uses           int64             `json:"uses"`
	CustomerPhone  *string           `json:"customer_phone"`
	CustomerName   *string           `json:"customer_name"`
	DueDate        *string           `json:"due_date"`
	Reminders      bool              `json:"reminders"`
	EndDate        *string           `json:"end_date"`
	UsesMax        *int64            `json:"uses_max"`
	Note           *string           `json:"note"`
	Thanks         *string           `json:"thanks"`
	Reference      *string           `json:"reference"`
	Metadata       map[string]string `json:"metadata"`
	Ask            []string          `json:"ask"`
	RedirectURL    *string           `json:"redirect_url"`
	CreatedAt      string            `json:"created_at"`
	PaidAt         *string           `json:"paid_at"`
}

// CompleteOrderParams is sent to the shop.
type CompleteOrderParams struct {
	Status OrderEnd `json:"status,omitempty"`
	Notify *bool    `json:"notify,omitempty"`
}

// CompletedOrder is returned by the shop.
type CompletedOrder struct {
	OrderNumber string `json:"order_number"`
	Status      string `json:"status"`
}

// ConvertQrisParams is sent to the shop.
type ConvertQrisParams struct {
	Nominal  int64  `json:"nominal"`
	QRIS     string `json:"qris,omitempty"`
	Image    string `json:"image,omitempty"`
	ImageURL string `json:"image_url,omitempty"`
}

// Courier is one of jne, jnt, sicepat, anteraja, ninja, pos, gosend, grabexpress, own.
type Courier = string

// CreateBillParams is sent to the shop.
type CreateBillParams struct {
	Kind           string                       `json:"kind,omitempty"`
	Title          string                       `json:"title"`
	Items          []CreateBillParamsItemsEntry `json:"items,omitempty"`
	Parts          *bool                        `json:"parts,omitempty"`
	Draft          *bool                        `json:"draft,omitempty"`
	Amount         int64                        `json:"amount,omitempty"`
	MinAmount      int64                        `json:"min_amount,omitempty"`
	MaxAmount      int64                        `json:"max_amount,omitempty"`
	ProposedAmount int64                        `json:"proposed_amount,omitempty"`
	CustomerPhone  string                       `json:"customer_phone,omitempty"`
	CustomerName   string                       `json:"customer_name,omitempty"`
	DueDate        string                       `json:"due_date,omitempty"`
	Reminders      *bool                        `json:"reminders,omitempty"`
	EndDate        string                       `json:"end_date,omitempty"`
	UsesMax        int64                        `json:"uses_max,omitempty"`
	Note           string                       `json:"note,omitempty"`
	Thanks         string                       `json:"thanks,omitempty"`
	Reference      string                       `json:"reference,omitempty"`
	Metadata       map[string]string            `json:"metadata,omitempty"`
	Ask            []string                     `json:"ask,omitempty"`
	RedirectURL    string                       `json:"redirect_url,omitempty"`
	Slug           string                       `json:"slug,omitempty"`
}

// CreateBillParamsItemsEntry is sent to the shop.
type CreateBillParamsItemsEntry struct {
	Product  string   `json:"product"`
	Variant  string   `json:"variant,omitempty"`
	Quantity int64    `json:"quantity,omitempty"`
	Choices  []string `json:"choices,omitempty"`
}

// CreatePaymentParams is sent to the shop.
type CreatePaymentParams struct {
	Amount           int64             `json:"amount"`
	Description      string            `json:"description,omitempty"`
	CustomerName     string            `json:"customer_name,omitempty"`
	CustomerEmail    string            `json:"customer_email,omitempty"`
	CustomerPhone    string            `json:"customer_phone,omitempty"`
	CallbackURL      string            `json:"callback_url,omitempty"`
	RedirectURL      string            `json:"redirect_url,omitempty"`
	FileID           int64             `json:"file_id,omitempty"`
	ContentID        int64             `json:"content_id,omitempty"`
	ProductImageID   int64             `json:"product_image_id,omitempty"`
	PaymentMethod    string            `json:"payment_method,omitempty"`
	UseQRISConverter *bool             `json:"use_qris_converter,omitempty"`
	QRISString       string            `json:"qris_string,omitempty"`
	Reference        string            `json:"reference,omitempty"`
	Reuse            *bool             `json:"reuse,omitempty"`
	Metadata         map[string]string `json:"metadata,omitempty"`
}

// CreatedPayment is returned by the shop.
type CreatedPayment struct {
	InvoiceID           string            `json:"invoice_id"`
	Amount              int64             `json:"amount"`
	UniqueCode          int64             `json:"unique_code"`
	FinalAmount         int64             `json:"final_amount"`
	PaymentURL          string            `json:"payment_url"`
	ExpiresAt           string            `json:"expires_at"`
	Status              string            `json:"status"`
	PaymentMethod       string            `json:"payment_method"`
	RedirectURL         *string           `json:"redirect_url"`
	Reference           *string           `json:"reference"`
	Metadata            map[string]string `json:"metadata"`
	HasFile             bool              `json:"has_file"`
	FileID              *int64            `json:"file_id"`
	HasProductImage     bool              `json:"has_product_image"`
	ProductImageID      *int64            `json:"product_image_id"`
	DownloadToken       *string           `json:"download_token"`
	QRISConverter       any               `json:"qris_converter"`
	RefundedAt          *string           `json:"refunded_at"`
	RefundedAmount      *int64            `json:"refunded_amount"`
	Refunds             []Refund          `json:"refunds"`
	ForeignCode         *bool             `json:"foreign_code"`
	PaymentMethodLabel  *string           `json:"payment_method_label"`
	QRISString          *string           `json:"qris_string"`
	QRISStaticImageURL  *string           `json:"qris_static_image_url"`
	QRISDynamicString   *string           `json:"qris_dynamic_string"`
	QRISDynamicImageURL *string           `json:"qris_dynamic_image_url"`
	ProviderInvoiceid   *string           `json:"provider_invoiceid"`
	ProviderNMID        *string           `json:"provider_nmid"`
	ProviderRequestDate *string           `json:"provider_request_date"`
}

// CreatedPaymentQrisConverter is returned by the shop.
type CreatedPaymentQrisConverter struct {
	Enabled       bool   `json:"enabled"`
	ConvertedQRIS string `json:"converted_qris"`
	QrImageURL    string `json:"qr_image_url"`
}

// ErrorAnswer is returned by the shop.
type ErrorAnswer struct {
	Success    bool                     `json:"success"`
	Error      string                   `json:"error"`
	Code       string                   `json:"code"`
	Fields     []ErrorAnswerFieldsEntry `json:"fields"`
	RequestID  string                   `json:"request_id"`
	InvoiceID  *string                  `json:"invoice_id"`
	PaymentURL *string                  `json:"payment_url"`
	ExpiresAt  *string                  `json:"expires_at"`
}

// ErrorAnswerFieldsEntry is returned by the shop.
type ErrorAnswerFieldsEntry struct {
	Path  string `json:"path"`
	Error string `json:"error"`
}

// FailureKind is one of unreachable, unauthorized, refused, taken, unexpected, silent, too_late.
type FailureKind = string

// ListBillsParams is sent to the shop.
type ListBillsParams struct {
	Status    string `json:"status,omitempty"`
	Reference string `json:"reference,omitempty"`
	Search    string `json:"search,omitempty"`
	Page      int64  `json:"page,omitempty"`
	Limit     int64  `json:"limit,omitempty"`
}

// ListEventsParams is sent to the shop.
type ListEventsParams struct {
	Type   string `json:"type,omitempty"`
	Cursor string `json:"cursor,omitempty"`
	Limit  int64  `json:"limit,omitempty"`
	Signed *bool  `json:"signed,omitempty"`
}

// ListOrdersParams is sent to the shop.
type ListOrdersParams struct {
	Status string `json:"status,omitempty"`
	Search string `json:"search,omitempty"`
	Limit  int64  `json:"limit,omitempty"`
	Offset *int64 `json:"offset,omitempty"`
}

// ListPaymentsParams is sent to the shop.
type ListPaymentsParams struct {
	Search        string `json:"search,omitempty"`
	Reference     string `json:"reference,omitempty"`
	Status        string `json:"status,omitempty"`
	PaymentMethod string `json:"payment_method,omitempty"`
	PaidVia       string `json:"paid_via,omitempty"`
	StartDate     string `json:"start_date,omitempty"`
	EndDate       string `json:"end_date,omitempty"`
	Page          int64  `json:"page,omitempty"`
	Limit         int64  `json:"limit,omitempty"`
	Cursor        string `json:"cursor,omitempty"`
}

// ListStockParams is sent to the shop.
type ListStockParams struct {
	Product string `json:"product,omitempty"`
	Barcode string `json:"barcode,omitempty"`
	Page    int64  `json:"page,omitempty"`
	Limit   int64  `json:"limit,omitempty"`
}

// ListTransfersParams is sent to the shop.
type ListTransfersParams struct {
	State   string `json:"state,omitempty"`
	Reason  string `json:"reason,omitempty"`
	Invoice string `json:"invoice,omitempty"`
	Page    int64  `json:"page,omitempty"`
	Limit   int64  `json:"limit,omitempty"`
}

// ListedOrder is returned by the shop.
type ListedOrder struct {
	OrderNumber    string     `json:"order_number"`
	CustomerName   *string    `json:"customer_name"`
	CustomerPhone  *string    `json:"customer_phone"`
	Status         string     `json:"status"`
	Total          int64      `json:"total"`
	Note           *string    `json:"note"`
	Address        *string    `json:"address"`
	RefundDue      bool       `json:"refund_due"`
	RefundedAmount int64      `json:"refunded_amount"`
	RefundedAt     *string    `json:"refunded_at"`
	CreatedAt      string     `json:"created_at"`
	PaidAt         *string    `json:"paid_at"`
	CompletedAt    *string    `json:"completed_at"`
	CancelledAt    *string    `json:"cancelled_at"`
	Receiving      *Receiving `json:"receiving"`
	DeliveryFee    int64      `json:"delivery_fee"`
	DeliveryZone   *string    `json:"delivery_zone"`
	TableNumber    *int64     `json:"table_number"`
	ShippedAt      *string    `json:"shipped_at"`
	Courier        *string    `json:"courier"`
	TrackingNumber *string    `json:"tracking_number"`
	TrackingURL    *string    `json:"tracking_url"`
	ReceivedAt     *string    `json:"received_at"`
	InvoiceID      *string    `json:"invoice_id"`
	Summary        *string    `json:"summary"`
}

// ListedPayment is returned by the shop.
type ListedPayment struct {
	InvoiceID      string            `json:"invoice_id"`
	Amount         int64             `json:"amount"`
	UniqueCode     int64             `json:"unique_code"`
	FinalAmount    int64             `json:"final_amount"`
	Status         string            `json:"status"`
	Description    *string           `json:"description"`
	CustomerName   *string           `json:"customer_name"`
	PaymentURL     string            `json:"payment_url"`
	CreatedAt      string            `json:"created_at"`
	PaidAt         *string           `json:"paid_at"`
	HasFile        bool              `json:"has_file"`
	FileID         *int64            `json:"file_id"`
	PaymentMethod  string            `json:"payment_method"`
	PaidVia        *string           `json:"paid_via"`
	RefundedAt     *string           `json:"refunded_at"`
	RefundedAmount *int64            `json:"refunded_amount"`
	Refunds        []Refund          `json:"refunds"`
	Reference      *string           `json:"reference"`
	Metadata       map[string]string `json:"metadata"`
	ForeignCode    *bool             `json:"foreign_code"`
}

// MoneySource is returned by the shop.
type MoneySource struct {
	PaymentMethod string                      `json:"payment_method"`
	Connection    *string                     `json:"connection"`
	MatchedBy     string                      `json:"matched_by"`
	State         string                      `json:"state"`
	CheckedAt     *string                     `json:"checked_at"`
	ReportedAt    *string                     `json:"reported_at"`
	Witnesses     []MoneySourceWitnessesEntry `json:"witnesses"`
	Failures      int64                       `json:"failures"`
	Problem       *string                     `json:"problem"`
	ProblemCode   *FailureKind                `json:"problem_code"`
}

// MoneySourceWitnessesEntry is returned by the shop.
type MoneySourceWitnessesEntry struct {
	Name       string `json:"name"`
	LastWordAt string `json:"last_word_at"`
}

// Movement is returned by the shop.
type Movement struct {
	ID             int64   `json:"id"`
	Type           string  `json:"type"`
	InvoiceID      *string `json:"invoice_id"`
	WithdrawalID   *string `json:"withdrawal_id"`
	Amount         int64   `json:"amount"`
	Fee            int64   `json:"fee"`
	Net            int64   `json:"net"`
	IsWithdrawable bool    `json:"is_withdrawable"`
	CreatedAt      string  `json:"created_at"`
}

// Order is returned by the shop.
type Order struct {
	OrderNumber    string               `json:"order_number"`
	CustomerName   *string              `json:"customer_name"`
	CustomerPhone  *string              `json:"customer_phone"`
	Status         string               `json:"status"`
	Total          int64                `json:"total"`
	Note           *string              `json:"note"`
	Address        *string              `json:"address"`
	RefundDue      bool                 `json:"refund_due"`
	RefundedAmount int64                `json:"refunded_amount"`
	RefundedAt     *string              `json:"refunded_at"`
	CreatedAt      string               `json:"created_at"`
	PaidAt         *string              `json:"paid_at"`
	CompletedAt    *string              `json:"completed_at"`
	CancelledAt    *string              `json:"cancelled_at"`
	Receiving      *Receiving           `json:"receiving"`
	DeliveryFee    int64                `json:"delivery_fee"`
	DeliveryZone   *string              `json:"delivery_zone"`
	TableNumber    *int64               `json:"table_number"`
	ShippedAt      *string              `json:"shipped_at"`
	Courier        *string              `json:"courier"`
	TrackingNumber *string              `json:"tracking_number"`
	TrackingURL    *string              `json:"tracking_url"`
	ReceivedAt     *string              `json:"received_at"`
	CancelledBy    *string              `json:"cancelled_by"`
	Items          []OrderItemsEntry    `json:"items"`
	Payment        *OrderPayment        `json:"payment"`
	Received       []OrderReceivedEntry `json:"received"`
}

// OrderEnd is one of completed, cancelled.
type OrderEnd = string

// OrderItemsEntry is returned by the shop.
type OrderItemsEntry struct {
	ProductName string                        `json:"product_name"`
	VariantName *string                       `json:"variant_name"`
	Kind        string                        `json:"kind"`
	Price       int64                         `json:"price"`
	Quantity    int64                         `json:"quantity"`
	Surcharge   int64                         `json:"surcharge"`
	Options     []OrderItemsEntryOptionsEntry `json:"options"`
	DeliveredAt *string                       `json:"delivered_at"`
}

// OrderItemsEntryOptionsEntry is returned by the shop.
type OrderItemsEntryOptionsEntry struct {
	Quantity int64                                     `json:"quantity"`
	Price    int64                                     `json:"price"`
	Choices  []OrderItemsEntryOptionsEntryChoicesEntry `json:"choices"`
}

// OrderItemsEntryOptionsEntryChoicesEntry is returned by the shop.
type OrderItemsEntryOptionsEntryChoicesEntry struct {
	Group      string `json:"group"`
	GroupName  string `json:"group_name"`
	Option     string `json:"option"`
	OptionName string `json:"option_name"`
	Price      int64  `json:"price"`
}

// OrderPayment is returned by the shop.
type OrderPayment struct {
	InvoiceID      string   `json:"invoice_id"`
	Status         string   `json:"status"`
	PaymentMethod  string   `json:"payment_method"`
	Amount         int64    `json:"amount"`
	FinalAmount    int64    `json:"final_amount"`
	PaidAt         *string  `json:"paid_at"`
	PaidReffNum    *string  `json:"paid_reff_num"`
	ExpiresAt      string   `json:"expires_at"`
	RefundedAt     *string  `json:"refunded_at"`
	RefundedAmount *int64   `json:"refunded_amount"`
	Refunds        []Refund `json:"refunds"`
}

// OrderReceivedEntry is returned by the shop.
type OrderReceivedEntry struct {
	TransferID int64 `json:"transfer_id"`
	Amount     int64 `json:"amount"`
	InReview   bool  `json:"in_review"`
}

// PaymentExplanation is returned by the shop.
type PaymentExplanation struct {
	InvoiceID   string                             `json:"invoice_id"`
	Status      string                             `json:"status"`
	ForeignCode *bool                              `json:"foreign_code"`
	Verdict     string                             `json:"verdict"`
	Explanation string                             `json:"explanation"`
	NextStep    string                             `json:"next_step"`
	Amounts     []int64                            `json:"amounts"`
	CheckedAt   *string                            `json:"checked_at"`
	Sources     []MoneySource                      `json:"sources"`
	Unread      []UnreadNotification               `json:"unread"`
	OtherApps   []PaymentExplanationOtherAppsEntry `json:"other_apps"`
	Transfers   []Transfer                         `json:"transfers"`
	Timeline    []PaymentStep                      `json:"timeline"`
}

// PaymentExplanationOtherAppsEntry is returned by the shop.
type PaymentExplanationOtherAppsEntry struct {
	PackageName string `json:"package_name"`
	Count       int64  `json:"count"`
}

// PaymentStatus is returned by the shop.
type PaymentStatus struct {
	InvoiceID      string            `json:"invoice_id"`
	Status         string            `json:"status"`
	Amount         int64             `json:"amount"`
	FinalAmount    int64             `json:"final_amount"`
	PaymentMethod  string            `json:"payment_method"`
	PaidAt         *string           `json:"paid_at"`
	PaidReffNum    *string           `json:"paid_reff_num"`
	ExpiresAt      string            `json:"expires_at"`
	RefundedAt     *string           `json:"refunded_at"`
	RefundedAmount *int64            `json:"refunded_amount"`
	Refunds        []Refund          `json:"refunds"`
	Reference      *string           `json:"reference"`
	Metadata       map[string]string `json:"metadata"`
	ForeignCode    *bool             `json:"foreign_code"`
}

// PaymentStep is returned by the shop.
type PaymentStep struct {
	At     string  `json:"at"`
	What   string  `json:"what"`
	Detail *string `json:"detail"`
}

// QrisConversion is returned by the shop.
type QrisConversion struct {
	OriginalQRIS  string                     `json:"original_qris"`
	ConvertedQRIS string                     `json:"converted_qris"`
	Nominal       int64                      `json:"nominal"`
	MerchantName  *string                    `json:"merchant_name"`
	MerchantCity  *string                    `json:"merchant_city"`
	CRC           string                     `json:"crc"`
	QrImageURL    string                     `json:"qr_image_url"`
	OriginalInfo  QrisConversionOriginalInfo `json:"original_info"`
}

// QrisConversionOriginalInfo is returned by the shop.
type QrisConversionOriginalInfo struct {
	IsStatic       bool     `json:"is_static"`
	IsDynamic      bool     `json:"is_dynamic"`
	OriginalAmount *float64 `json:"original_amount"`
	CountryCode    *string  `json:"country_code"`
}

// QrisInfo is returned by the shop.
type QrisInfo struct {
	QRIS             string   `json:"qris"`
	IsValid          bool     `json:"is_valid"`
	MerchantName     *string  `json:"merchant_name"`
	MerchantCity     *string  `json:"merchant_city"`
	IsStatic         bool     `json:"is_static"`
	IsDynamic        bool     `json:"is_dynamic"`
	CurrentAmount    *float64 `json:"current_amount"`
	CountryCode      *string  `json:"country_code"`
	PostalCode       *string  `json:"postal_code"`
	MerchantPAN      *string  `json:"merchant_pan"`
	MerchantID       *string  `json:"merchant_id"`
	MerchantCriteria *string  `json:"merchant_criteria"`
	NMID             *string  `json:"nmid"`
}

// ReadQrisParams is sent to the shop.
type ReadQrisParams struct {
	QRIS     string `json:"qris,omitempty"`
	Image    string `json:"image,omitempty"`
	ImageURL string `json:"image_url,omitempty"`
}

// Receiving is one of delivery, pickup, dine_in.
type Receiving = string

// Refund is returned by the shop.
type Refund struct {
	RefundID   string       `json:"refund_id"`
	Amount     int64        `json:"amount"`
	Status     RefundStatus `json:"status"`
	ByProvider bool         `json:"by_provider"`
	Reason     *string      `json:"reason"`
	ReturnedAt string       `json:"returned_at"`
	CreatedAt  string       `json:"created_at"`
	Restocked  bool         `json:"restocked"`
}

// RefundPaymentParams is sent to the shop.
type RefundPaymentParams struct {
	Amount  int64  `json:"amount,omitempty"`
	Reason  string `json:"reason,omitempty"`
	Restock *bool  `json:"restock,omitempty"`
}

// RefundStatus is one of requested, sent, succeeded, failed.
type RefundStatus = string

// ReviewReason is one of unmatched, early, late, inexact, ambiguous, cancelled, paid_twice, unproved.
type ReviewReason = string

// ReviewTransferParams is sent to the shop.
type ReviewTransferParams struct {
	Action     string `json:"action"`
	Invoice    string `json:"invoice,omitempty"`
	ReplacedBy string `json:"replaced_by,omitempty"`
	Note       string `json:"note,omitempty"`
}

// SetStockParams is sent to the shop.
type SetStockParams struct {
	Variant   string `json:"variant,omitempty"`
	Available *int64 `json:"available,omitempty"`
	Delta     int64  `json:"delta,omitempty"`
}

// ShipOrderParams is sent to the shop.
type ShipOrderParams struct {
	Courier        Courier `json:"courier"`
	TrackingNumber string  `json:"tracking_number,omitempty"`
	TrackingURL    string  `json:"tracking_url,omitempty"`
	Notify         *bool   `json:"notify,omitempty"`
}

// ShippedOrder is returned by the shop.
type ShippedOrder struct {
	OrderNumber    string  `json:"order_number"`
	Status         string  `json:"status"`
	ShippedAt      *string `json:"shipped_at"`
	Courier        *string `json:"courier"`
	TrackingNumber *string `json:"tracking_number"`
	TrackingURL    *string `json:"tracking_url"`
	ReceivedAt     *string `json:"received_at"`
}

// ShopEvent is returned by the shop.
type ShopEvent struct {
	ID        string             `json:"id"`
	Type      string             `json:"type"`
	CreatedAt string             `json:"created_at"`
	Payment   *ListedPayment     `json:"payment"`
	Order     *ShopEventOrder    `json:"order"`
	Data      map[string]any     `json:"data"`
	Callback  *ShopEventCallback `json:"callback"`
	Delivery  *ShopEventDelivery `json:"delivery"`
}

// ShopEventCallback is returned by the shop.
type ShopEventCallback struct {
	Headers map[string]string `json:"headers"`
	Body    string            `json:"body"`
}

// ShopEventDelivery is returned by the shop.
type ShopEventDelivery struct {
	Headers map[string]string `json:"headers"`
	Body    string            `json:"body"`
}

// ShopEventOrder is returned by the shop.
type ShopEventOrder struct {
	OrderNumber  string `json:"order_number"`
	Status       string `json:"status"`
	CustomerName string `json:"customer_name"`
	Total        int64  `json:"total"`
}

// SimulatePaymentParams is sent to the shop.
type SimulatePaymentParams struct {
	Simulation Simulation `json:"simulation,omitempty"`
}

// SimulatedPayment is returned by the shop.
type SimulatedPayment struct {
	InvoiceID string                           `json:"invoice_id"`
	Status    string                           `json:"status"`
	Transfers []SimulatedPaymentTransfersEntry `json:"transfers"`
}

// SimulatedPaymentTransfersEntry is returned by the shop.
type SimulatedPaymentTransfersEntry struct {
	Reference string `json:"reference"`
	Amount    int64  `json:"amount"`
	Outcome   string `json:"outcome"`
}

// Simulation is one of exact, late, under, over, twice, other_payer.
type Simulation = string

// Stock is returned by the shop.
type Stock struct {
	Product     string  `json:"product"`
	Variant     string  `json:"variant"`
	ProductName string  `json:"product_name"`
	VariantName *string `json:"variant_name"`
	Kind        string  `json:"kind"`
	Price       int64   `json:"price"`
	Barcode     *string `json:"barcode"`
	StockMode   string  `json:"stock_mode"`
	Available   *int64  `json:"available"`
	Reserved    *int64  `json:"reserved"`
	IsActive    bool    `json:"is_active"`
}

// Transfer is returned by the shop.
type Transfer struct {
	TransferID      int64         `json:"transfer_id"`
	State           string        `json:"state"`
	Reason          *ReviewReason `json:"reason"`
	Amount          int64         `json:"amount"`
	Reference       string        `json:"reference"`
	OccurredAt      *string       `json:"occurred_at"`
	ReceivedAt      string        `json:"received_at"`
	PayerName       *string       `json:"payer_name"`
	PayerApp        *string       `json:"payer_app"`
	InvoiceID       *string       `json:"invoice_id"`
	LikelyInvoiceID *string       `json:"likely_invoice_id"`
	Repeats         *int64        `json:"repeats"`
	Connection      string        `json:"connection"`
	ResolvedAt      *string       `json:"resolved_at"`
	ResolvedBy      *string       `json:"resolved_by"`
	Note            *string       `json:"note"`
}

// UnreadNotification is returned by the shop.
type UnreadNotification struct {
	ID          int64  `json:"id"`
	PackageName string `json:"package_name"`
	Amount      *int64 `json:"amount"`
	ReceivedAt  string `json:"received_at"`
	Page        string `json:"page"`
	Reason      string `json:"reason"`
}

// UpdateBillParams is sent to the shop.
type UpdateBillParams struct {
	Title          string            `json:"title,omitempty"`
	Publish        *bool             `json:"publish,omitempty"`
	Amount         int64             `json:"amount,omitempty"`
	MinAmount      int64             `json:"min_amount,omitempty"`
	MaxAmount      int64             `json:"max_amount,omitempty"`
	ProposedAmount int64             `json:"proposed_amount,omitempty"`
	CustomerPhone  string            `json:"customer_phone,omitempty"`
	CustomerName   string            `json:"customer_name,omitempty"`
	DueDate        string            `json:"due_date,omitempty"`
	Reminders      *bool             `json:"reminders,omitempty"`
	EndDate        string            `json:"end_date,omitempty"`
	UsesMax        int64             `json:"uses_max,omitempty"`
	Note           string            `json:"note,omitempty"`
	Thanks         string            `json:"thanks,omitempty"`
	Reference      string            `json:"reference,omitempty"`
	Metadata       map[string]string `json:"metadata,omitempty"`
	Ask            []string          `json:"ask,omitempty"`
	RedirectURL    string            `json:"redirect_url,omitempty"`
	Slug           string            `json:"slug,omitempty"`
}

// WholeBill is returned by the shop.
type WholeBill struct {
	Bill           string                         `json:"bill"`
	Slug           string                         `json:"slug"`
	URL            string                         `json:"url"`
	Kind           string                         `json:"kind"`
	Status         string                         `json:"status"`
	Title          string                         `json:"title"`
	Amount         *int64                         `json:"amount"`
	MinAmount      *int64                         `json:"min_amount"`
	MaxAmount      *int64                         `json:"max_amount"`
	ProposedAmount *int64                         `json:"proposed_amount"`
	Parts          bool                           `json:"parts"`
	Collected      int64                          `json:"collected"`
	Due            *int64                         `json:"due"`
	Excess         int64                          `json:"excess"`
	Uses           int64                          `json:"uses"`
	CustomerPhone  *string                        `json:"customer_phone"`
	CustomerName   *string                        `json:"customer_name"`
	DueDate        *string                        `json:"due_date"`
	Reminders      bool                           `json:"reminders"`
	EndDate        *string                        `json:"end_date"`
	UsesMax        *int64                         `json:"uses_max"`
	Note           *string                        `json:"note"`
	Thanks         *string                        `json:"thanks"`
	Reference      *string                        `json:"reference"`
	Metadata       map[string]string              `json:"metadata"`
	Ask            []string                       `json:"ask"`
	RedirectURL    *string                        `json:"redirect_url"`
	CreatedAt      string                         `json:"created_at"`
	PaidAt         *string                        `json:"paid_at"`
	Items          []WholeBillItemsEntry          `json:"items"`
	Order          *string                        `json:"order"`
	PaymentMethods []string                       `json:"payment_methods"`
	LimitedMethods []WholeBillLimitedMethodsEntry `json:"limited_methods"`
	Payments       []WholeBillPaymentsEntry       `json:"payments"`
}

// WholeBillItemsEntry is returned by the shop.
type WholeBillItemsEntry struct {
	Name     string   `json:"name"`
	Quantity int64    `json:"quantity"`
	Price    int64    `json:"price"`
	Total    int64    `json:"total"`
	Choices  []string `json:"choices"`
}

// WholeBillLimitedMethodsEntry is returned by the shop.
type WholeBillLimitedMethodsEntry struct {
	PaymentMethod string `json:"payment_method"`
	MaxAmount     int64  `json:"max_amount"`
}

// WholeBillPaymentsEntry is returned by the shop.
type WholeBillPaymentsEntry struct {
	InvoiceID      string   `json:"invoice_id"`
	Amount         int64    `json:"amount"`
	FinalAmount    int64    `json:"final_amount"`
	Status         string   `json:"status"`
	PaymentURL     string   `json:"payment_url"`
	Order          *string  `json:"order"`
	PayerName      *string  `json:"payer_name"`
	PayerPhone     *string  `json:"payer_phone"`
	PayerAddress   *string  `json:"payer_address"`
	PayerNote      *string  `json:"payer_note"`
	CreatedAt      string   `json:"created_at"`
	PaidAt         *string  `json:"paid_at"`
	RefundedAt     *string  `json:"refunded_at"`
	RefundedAmount *int64   `json:"refunded_amount"`
	Refunds        []Refund `json:"refunds"`
}
