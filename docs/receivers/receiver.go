// A receiver of Warung's callbacks. WARUNG_WEBHOOK_SECRET=whsec_... PORT=8000 go run receiver.go
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strconv"
	"time"
)

const tolerance = 5 * time.Minute

type callback struct {
	InvoiceID   string `json:"invoice_id"`
	Status      string `json:"status"`
	FinalAmount int64  `json:"final_amount"`
}

func isGenuine(secret string, header http.Header, body callback) bool {
	timestamp := header.Get("X-Webhook-Timestamp")
	sent, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || time.Since(time.Unix(sent, 0)).Abs() > tolerance {
		return false
	}
	mac := hmac.New(sha256.New, []byte(secret))
	fmt.Fprintf(mac, "%s|paid|%d|%s", header.Get("X-Invoice-ID"), body.FinalAmount, timestamp)
	given, err := hex.DecodeString(header.Get("X-Webhook-Signature"))
	isSame := body.InvoiceID == header.Get("X-Invoice-ID") && body.Status == "paid"
	return err == nil && isSame && hmac.Equal(given, mac.Sum(nil))
}

func main() {
	secret := os.Getenv("WARUNG_WEBHOOK_SECRET")
	http.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		var body callback
		if err := json.NewDecoder(io.LimitReader(r.Body, 1<<20)).Decode(&body); err != nil {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		if !isGenuine(secret, r.Header, body) {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		// Here: unless X-Webhook-Id was handled before, mark body.InvoiceID as paid, in one transaction.
		w.WriteHeader(http.StatusOK)
	})
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), nil))
}
