#!/bin/bash
# Checks whether this container's server accepts connections, whatever its arguments.
: <"/dev/tcp/127.0.0.1/$ASKED_PORT"
