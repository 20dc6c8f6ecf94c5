module warung.example/sdk

go 1.23
