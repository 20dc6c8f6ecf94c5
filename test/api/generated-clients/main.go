package main

import (
	"context"
	"fmt"
	"log"
	"os"

	warung "example.com/warung"
)

func main() {
	configuration := warung.NewConfiguration()
	configuration.Servers = warung.ServerConfigurations{{URL: os.Getenv("WARUNG_URL")}}
	configuration.AddDefaultHeader("X-API-Key", os.Getenv("WARUNG_API_KEY"))
	payments := warung.NewAPIClient(configuration).PaymentsAPI
	ctx := context.Background()

	request := warung.NewCreatePaymentRequest(15000)
	request.SetPaymentMethod("wallet_direct")
	created, _, err := payments.CreatePayment(ctx).CreatePaymentRequest(*request).Execute()
	if err != nil {
		log.Fatal(err)
	}
	invoice := created.Data.InvoiceId
	simulation := warung.NewSimulatePaymentRequest(invoice)
	if _, _, err = payments.SimulatePayment(ctx).SimulatePaymentRequest(*simulation).Execute(); err != nil {
		log.Fatal(err)
	}
	checked, _, err := payments.CheckPayment(ctx).Invoice(invoice).Execute()
	if err != nil {
		log.Fatal(err)
	}
	request.SetAmount(600000)
	request.SetPaymentMethod("qris")
	_, _, err = payments.CreatePayment(ctx).CreatePaymentRequest(*request).Execute()
	refusal := err.(*warung.GenericOpenAPIError).Model().(warung.ErrorAnswer)
	fmt.Println(invoice, created.Data.Status, checked.Status, refusal.Code)
}
