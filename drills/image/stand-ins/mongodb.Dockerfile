# Replaces the MongoDB image if it cannot be downloaded: FerretDB, as in test/kit/mongod, with its own PostgreSQL.
FROM debian:12-slim
LABEL warung.stand-in=true
RUN useradd --system --uid 999 mongodb
COPY native /usr/local/pgsql
COPY mongod /usr/local/bin/mongod
COPY mongodb.sh /usr/local/bin/docker-entrypoint.sh
COPY answers.sh /usr/local/bin/mongosh
ENV ASKED_PORT=27017
ENTRYPOINT ["docker-entrypoint.sh"]
