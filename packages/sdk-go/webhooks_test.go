package warung

import (
	"encoding/json"
	"errors"
	"net/http"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"
)

type vector struct {
	Name     string            `json:"name"`
	Secrets  []string          `json:"secrets"`
	Now      int64             `json:"now"`
	Headers  map[string]string `json:"headers"`
	Body     string            `json:"body"`
	Expected json.RawMessage   `json:"expected"`
}

func readVectors(t *testing.T) []vector {
	t.Helper()
	text, err := os.ReadFile("../sdk-vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	var vectors []vector
	if err := json.Unmarshal(text, &vectors); err != nil || len(vectors) < 20 {
		t.Fatalf("%d vectors: %v", len(vectors), err)
	}
	return vectors
}

func (v vector) header() http.Header {
	header := http.Header{}
	for name, value := range v.Headers {
		header.Set(name, value)
	}
	return header
}

// verdict returns the facts of a message, or the reason why it is rejected.
func verdict(t *testing.T, message *WebhookMessage, err error) any {
	t.Helper()
	var refused *SignatureError
	if errors.As(err, &refused) {
		return refused.Reason
	}
	if err != nil {
		t.Fatal(err)
	}
	var data struct {
		InvoiceID string `json:"invoice_id"`
	}
	if err := json.Unmarshal(message.Data, &data); err != nil {
		t.Fatal(err)
	}
	facts := map[string]any{"id": message.ID, "type": message.Type, "invoice_id": data.InvoiceID, "is_test": message.IsTest}
	facts["sequence"] = nil
	if message.Sequence != nil {
		facts["sequence"] = float64(*message.Sequence)
	}
	return facts
}

func TestVerifyTakesAndRefusesEachVector(t *testing.T) {
	for _, v := range readVectors(t) {
		t.Run(v.Name, func(t *testing.T) {
			options := VerifyOptions{Now: time.Unix(v.Now, 0)}
			message, err := Webhooks.VerifyWith(options, []byte(v.Body), v.header(), v.Secrets...)
			var expected any
			if err := json.Unmarshal(v.Expected, &expected); err != nil {
				t.Fatal(err)
			}
			if actual := verdict(t, message, err); !reflect.DeepEqual(actual, expected) {
				t.Errorf("%v, not %v", actual, expected)
			}
		})
	}
}

func TestSignSignsAsTheShopDoes(t *testing.T) {
	for _, v := range readVectors(t) {
		header := v.header()
		signed := header.Get("webhook-signature")
		if v.Expected[0] == '"' || strings.Contains(signed, " ") {
			continue
		}
		seconds, err := time.ParseDuration(header.Get("webhook-timestamp") + "s")
		if err != nil {
			t.Fatal(err)
		}
		secret := v.Secrets[len(v.Secrets)-1]
		made, err := Webhooks.Sign([]byte(v.Body), secret, header.Get("webhook-id"), time.Unix(0, 0).Add(seconds))
		if err != nil || made.Get("webhook-signature") != signed {
			t.Errorf("%s: %v, %v", v.Name, made, err)
		}
	}
}

func TestExamplesAreAcceptedNow(t *testing.T) {
	secret := readVectors(t)[0].Secrets[0]
	for _, options := range []ExampleOptions{
		{Data: map[string]any{"reference": "ORDER-7"}},
		{Type: "order.paid", Data: map[string]any{"reference": "ORDER-7"}},
	} {
		example, err := Webhooks.Example(secret, options)
		if err != nil {
			t.Fatal(err)
		}
		message, err := Webhooks.Verify(example.Body, example.Header, secret)
		if err != nil || !strings.Contains(string(message.Data), `"reference":"ORDER-7"`) {
			t.Errorf("%s: %v", example.Body, err)
		}
	}
}

func TestVerifyNeverTakesAMissingSecretForAKey(t *testing.T) {
	for _, secrets := range [][]string{nil, {""}, {"whsec_"}} {
		_, err := Webhooks.Verify([]byte("{}"), http.Header{}, secrets...)
		if actual := verdict(t, nil, err); actual != "bad_secret" {
			t.Errorf("%v: %v", secrets, actual)
		}
	}
}
