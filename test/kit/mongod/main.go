// A MongoDB server for the tests: FerretDB 1, which keeps its data in a PostgreSQL database.
// Usage: mongod ADDRESS POSTGRES_URL. It prints its own mongodb:// address once it listens (port 0 picks a free one), and
// ends when its standard input does, so that it never outlives the tests.
package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"syscall"

	"github.com/FerretDB/FerretDB/ferretdb"
)

func main() {
	slog.SetDefault(slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelError})))
	if len(os.Args) != 3 {
		fail(fmt.Errorf("usage: mongod ADDRESS POSTGRES_URL"))
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGINT)
	defer stop()
	go func() {
		io.Copy(io.Discard, os.Stdin)
		stop()
	}()

	server, err := ferretdb.New(&ferretdb.Config{
		Listener:      ferretdb.ListenerConfig{TCP: os.Args[1]},
		Handler:       "postgresql",
		PostgreSQLURL: os.Args[2],
	})
	if err != nil {
		fail(err)
	}
	// The address is known only while the server runs.
	go func() { fmt.Println(server.MongoDBURI()) }()
	if err := server.Run(ctx); err != nil {
		fail(err)
	}
}

func fail(err error) {
	slog.Error(err.Error())
	os.Exit(1)
}
