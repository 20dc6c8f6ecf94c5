// A receiver of Warung's callbacks. WARUNG_WEBHOOK_SECRET=whsec_... PORT=8000 go run receiver.go
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

const tolerance = 5 * time.Minute

// A message to an endpoint has a type, data and a sequence: ignore it if you have a higher sequence. The callback of a
// payment has an event instead, with its fields at the same level.
type thing struct {
	InvoiceID   string `json:"invoice_id"`
	OrderNumber string `json:"order_number"`
}

type message struct {
	thing
	Event    string `json:"event"`
	Type     string `json:"type"`
	Sequence int    `json:"sequence"`
	Data     thing  `json:"data"`
}

// Standard Webhooks: the raw body is signed. While a secret is rotated, there are two signatures, separated by a blank.
func isGenuine(key []byte, header http.Header, text []byte) bool {
	timestamp := header.Get("webhook-timestamp")
	sent, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || time.Since(time.Unix(sent, 0)).Abs() > tolerance {
		return false
	}
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "%s.%s.%s", header.Get("webhook-id"), timestamp, text)
	expected := []byte("v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	for _, given := range strings.Split(header.Get("webhook-signature"), " ") {
		if hmac.Equal([]byte(given), expected) {
			return true
		}
	}
	return false
}

func main() {
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(os.Getenv("WARUNG_WEBHOOK_SECRET"), "whsec_"))
	if err != nil || len(key) == 0 { // An attacker could sign with an empty key.
		log.Fatal("WARUNG_WEBHOOK_SECRET is whsec_ and base64: ", err)
	}
	http.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		text, err := io.ReadAll(io.LimitReader(r.Body, 1<<20))
		if err != nil || !isGenuine(key, r.Header, text) {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		var body message
		if err := json.Unmarshal(text, &body); err != nil {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		kind, data := body.Type, body.Data
		if kind == "" {
			kind, data = body.Event, body.thing
		}
		if kind == "payment.paid" {
			// Here: unless webhook-id was handled before, mark data.InvoiceID as paid, in one transaction.
		} else {
			log.Println(kind, body.Sequence, data.InvoiceID, data.OrderNumber)
		}
		w.WriteHeader(http.StatusOK)
	})
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), nil))
}
