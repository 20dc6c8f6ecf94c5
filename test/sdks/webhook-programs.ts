import { execFile } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { npmSdk, pypiSdk, sdkFolder } from '../connectors/install-sdk.ts'

/** A merchant's program around a README's webhook. It prints `settled` and the names; an order called `stuck` fails. */
export interface WebhookProgram {
  file: string
  /** Returns the program. */
  write(sample: string): string
  /**
   * Makes the sample's framework available, and returns the environment variables for it; null if it is not available.
   */
  prepare(folder: string): Promise<Record<string, string> | null>
  command(port: number, folder: string): Promise<string[]> | string[]
}

const express = '5.3.0'
const flask = '3.1.3'

const typescript: WebhookProgram = {
  file: 'webhook.ts',
  write: sample => `import express from 'express'
const app = express()
${sample}
async function settleOnce(reference: string, invoice: string) {
  if (reference.startsWith('stuck')) throw new Error('the database is away')
  console.log('settled', reference, invoice)
}
app.listen(process.env.PORT, '127.0.0.1')
`,
  async prepare(folder) {
    if (!(await npmSdk('express', express))) return null
    const link = path.join(folder, 'node_modules/express')
    if (!fs.existsSync(link))
      fs.symlinkSync(path.join(sdkFolder('npm', 'express', express), 'node_modules/express'), link)
    return {}
  },
  command: () => [process.execPath, 'webhook.ts'],
}

const php: WebhookProgram = {
  file: 'webhook.php',
  write: sample => `<?php
require 'vendor/autoload.php';
${sample}
function settleOnce($reference, $invoice) {
    if (str_starts_with($reference, 'stuck')) throw new RuntimeException('the database is away');
    error_log("settled $reference $invoice");
}
`,
  prepare: async () => ({}),
  // The setting of php.ini for development.
  command: port => ['php', '-d', 'display_errors=1', '-S', `127.0.0.1:${port}`, 'webhook.php'],
}

const python: WebhookProgram = {
  file: 'webhook.py',
  write: sample => `import os
from flask import Flask, request
app = Flask(__name__)
def settle_once(reference, invoice_id):
    if reference.startswith("stuck"):
        raise OSError("the database is away")
    print("settled", reference, invoice_id, flush=True)
${sample}
app.run("127.0.0.1", int(os.environ["PORT"]))
`,
  prepare: async () => ((await pypiSdk('flask', flask)) ? { PYTHONPATH: sdkFolder('pypi', 'flask', flask) } : null),
  command: () => ['venv/bin/python', 'webhook.py'],
}

const go: WebhookProgram = {
  file: 'webhook/main.go',
  write: sample => `package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strings"

	"warung.example/sdk"
)

func settleOnce(reference, invoice string) error {
	if strings.HasPrefix(reference, "stuck") {
		return errors.New("the database is away")
	}
	fmt.Println("settled", reference, invoice)
	return nil
}

func main() {
${sample}
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), nil))
}
`,
  prepare: async () => ({}),
  async command(_port, folder) {
    await promisify(execFile)('go', ['build', '-o', 'webhook/webhook', './webhook'], { cwd: folder })
    return ['webhook/webhook']
  },
}

export const webhookPrograms = { typescript, php, python, go }
