// Executes calls, one per line of JSON, with the SDK that is installed next to it, and prints their results.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"os"
	"time"

	"warung.example/sdk"
)

type line struct {
	Call   string `json:"call"`
	Client struct {
		URL      string  `json:"url"`
		Key      string  `json:"key"`
		TimeoutS float64 `json:"timeoutS"`
		MaxWaitS float64 `json:"maxWaitS"`
	} `json:"client"`
	ID     json.RawMessage `json:"id"`
	Params json.RawMessage `json:"params"`
	Key    *string         `json:"key"`
	Max    int             `json:"max"`
}

func (l line) id() string {
	var id string
	_ = json.Unmarshal(l.ID, &id)
	return id
}

func (l line) options() []warung.CallOption {
	if l.Key == nil {
		return nil
	}
	return []warung.CallOption{warung.IdempotencyKey(*l.Key)}
}

func as[T any](l line) T {
	var params T
	if len(l.Params) > 0 {
		if err := json.Unmarshal(l.Params, &params); err != nil {
			panic(err)
		}
	}
	return params
}

func collect[T any](sequence iter.Seq2[T, error], most int) (any, error) {
	entries := []T{}
	for entry, err := range sequence {
		if err != nil {
			return nil, err
		}
		if entries = append(entries, entry); len(entries) == most {
			break
		}
	}
	return entries, nil
}

func verify(l line) (any, error) {
	params := as[struct {
		Body, Secret string
		Headers      map[string]string
	}](l)
	header := http.Header{}
	for name, value := range params.Headers {
		header.Set(name, value)
	}
	message, err := warung.Webhooks.Verify([]byte(params.Body), header, params.Secret)
	if err != nil {
		return nil, err
	}
	return map[string]any{"id": message.ID, "type": message.Type, "data": message.Data}, nil
}

func carryOut(l line) (any, error) {
	if l.Call == "webhooks.verify" {
		return verify(l)
	}
	limits := []warung.Option{}
	if l.Client.TimeoutS > 0 {
		limits = append(limits, warung.WithTimeout(time.Duration(l.Client.TimeoutS*float64(time.Second))))
	}
	if l.Client.MaxWaitS > 0 {
		limits = append(limits, warung.WithMaxWait(time.Duration(l.Client.MaxWaitS*float64(time.Second))))
	}
	c, err := warung.New(l.Client.URL, l.Client.Key, limits...)
	if err != nil {
		return nil, err
	}
	ctx, id, options := context.Background(), l.id(), l.options()
	switch l.Call {
	case "payments.create":
		return c.Payments.Create(ctx, as[warung.CreatePaymentParams](l), options...)
	case "payments.get":
		return c.Payments.Get(ctx, id)
	case "payments.list":
		return collect(c.Payments.List(ctx, as[warung.ListPaymentsParams](l)), l.Max)
	case "payments.cancel":
		return c.Payments.Cancel(ctx, id, options...)
	case "payments.explain":
		return c.Payments.Explain(ctx, id)
	case "payments.simulate":
		return c.Payments.Simulate(ctx, id, as[warung.SimulatePaymentParams](l), options...)
	case "refunds.note":
		return c.Refunds.Note(ctx, id, options...)
	case "refunds.create":
		return c.Refunds.Create(ctx, id, as[warung.RefundPaymentParams](l), options...)
	case "orders.list":
		return collect(c.Orders.List(ctx, as[warung.ListOrdersParams](l)), l.Max)
	case "orders.get":
		return c.Orders.Get(ctx, id)
	case "orders.complete":
		return c.Orders.Complete(ctx, id, as[warung.CompleteOrderParams](l), options...)
	case "orders.ship":
		return c.Orders.Ship(ctx, id, as[warung.ShipOrderParams](l), options...)
	case "stock.list":
		return collect(c.Stock.List(ctx, as[warung.ListStockParams](l)), l.Max)
	case "stock.set":
		return c.Stock.Set(ctx, id, as[warung.SetStockParams](l), options...)
	case "bills.create":
		return c.Bills.Create(ctx, as[warung.CreateBillParams](l), options...)
	case "bills.get":
		return c.Bills.Get(ctx, id)
	case "bills.list":
		return collect(c.Bills.List(ctx, as[warung.ListBillsParams](l)), l.Max)
	case "bills.update":
		return c.Bills.Update(ctx, id, as[warung.UpdateBillParams](l), options...)
	case "bills.close":
		return c.Bills.Close(ctx, id, options...)
	case "transfers.list":
		return collect(c.Transfers.List(ctx, as[warung.ListTransfersParams](l)), l.Max)
	case "transfers.review":
		var transferID int64
		if err := json.Unmarshal(l.ID, &transferID); err != nil {
			return nil, err
		}
		return c.Transfers.Review(ctx, transferID, as[warung.ReviewTransferParams](l), options...)
	case "events.list":
		return c.Events.List(ctx, as[warung.ListEventsParams](l))
	case "events.iterate":
		return collect(c.Events.Iterate(ctx, as[warung.ListEventsParams](l)), l.Max)
	case "qris.convert":
		return c.QRIS.Convert(ctx, as[warung.ConvertQrisParams](l), options...)
	case "qris.info":
		return c.QRIS.Info(ctx, as[warung.ReadQrisParams](l), options...)
	}
	return nil, fmt.Errorf("no call %s", l.Call)
}

var kinds = map[error]string{
	warung.ErrInvalidRequest: "InvalidRequestError",
	warung.ErrAuthentication: "AuthenticationError",
	warung.ErrForbidden:      "ForbiddenError",
	warung.ErrNotFound:       "NotFoundError",
	warung.ErrConflict:       "ConflictError",
	warung.ErrRateLimited:    "RateLimitError",
	warung.ErrServer:         "ServerError",
	warung.ErrNetwork:        "NetworkError",
}

func describe(err error) map[string]any {
	var refused *warung.Error
	var unsigned *warung.SignatureError
	if errors.As(err, &unsigned) {
		return map[string]any{"kind": "SignatureError", "reason": unsigned.Reason}
	}
	if !errors.As(err, &refused) || !errors.Is(err, refused.Kind) {
		return map[string]any{"kind": "none", "message": err.Error()}
	}
	var retryAfter any
	if refused.RetryAfter != nil {
		retryAfter = refused.RetryAfter.Seconds()
	}
	return map[string]any{
		"kind": kinds[refused.Kind], "code": refused.Code, "fields": refused.Fields, "request_id": refused.RequestID,
		"status": refused.Status, "retry_after": retryAfter, "body": refused.Body, "message": refused.Message,
	}
}

func main() {
	scanner := bufio.NewScanner(os.Stdin)
	scanner.Buffer(nil, 1<<20)
	for scanner.Scan() {
		var l line
		if err := json.Unmarshal(scanner.Bytes(), &l); err != nil {
			panic(err)
		}
		said := map[string]any{}
		if value, err := carryOut(l); err != nil {
			said["error"] = describe(err)
		} else {
			said["value"] = value
		}
		text, err := json.Marshal(said)
		if err != nil {
			panic(err)
		}
		fmt.Println(string(text))
	}
}
