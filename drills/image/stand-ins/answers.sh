#!/bin/bash
# Whether the server of this container takes connections, whatever is asked.
: <"/dev/tcp/127.0.0.1/$ASKED_PORT"
