// Written only from docs/api.md, with the Standard Webhooks library.
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strings"
	"sync"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

var names = map[string]string{
	"payment":    "invoice_id",
	"transfer":   "transfer_id",
	"order":      "order_number",
	"bill":       "bill",
	"shift":      "shift_id",
	"stock":      "product",
	"customer":   "customer",
	"withdrawal": "id",
	"connection": "connection_id",
	"endpoint":   "endpoint_id",
}

type event struct {
	ID       string         `json:"id"`
	Type     string         `json:"type"`
	Sequence int            `json:"sequence"`
	Data     map[string]any `json:"data"`
}

var (
	held   sync.Mutex
	seen   = map[string]bool{}
	newest = map[string]int{}
)

func take(e event) string {
	held.Lock()
	defer held.Unlock()
	kind, _, _ := strings.Cut(e.Type, ".")
	variant, _ := e.Data["variant"].(string)
	thing := strings.TrimSpace(fmt.Sprintf("%s %v %s", kind, e.Data[names[kind]], variant))
	isOld := seen[e.ID] || newest[thing] > e.Sequence
	seen[e.ID] = true
	if isOld {
		return "dropped " + e.Type + " " + thing
	}
	newest[thing] = e.Sequence
	return "kept " + e.Type + " " + thing
}

func main() {
	webhook, err := standardwebhooks.NewWebhook(os.Getenv("SECRET"))
	if err != nil {
		log.Fatal(err)
	}
	receive := func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if err := webhook.Verify(body, r.Header); err != nil {
			fmt.Println("refused", err)
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		var e event
		if err := json.Unmarshal(body, &e); err != nil {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		fmt.Println(take(e))
		w.WriteHeader(http.StatusNoContent)
	}
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), http.HandlerFunc(receive)))
}
