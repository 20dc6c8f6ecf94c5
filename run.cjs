/*
 * `node run.cjs [Node's flags] program [arguments]` runs a program under the Node that this project brings, whatever
 * Node the machine has: every script of package.json begins with it. npm before 11 puts no `node` of an optional
 * package on the scripts' path. This file is plain JavaScript, because the machine's Node may understand nothing newer.
 */
const { spawn, spawnSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')
const tty = require('node:tty')

// argon2 is in Node's own crypto since then.
const oldest = [24, 7]
const parentCheckMs = 500

const isWindows = process.platform === 'win32'
const modules = path.join(__dirname, 'node_modules')
const platform = `${isWindows ? 'win' : process.platform}-${process.arch}`
const brought = path.join(modules, `node-${platform}`, 'bin', isWindows ? 'node.exe' : 'node')

const node = findNode()
if (node) {
  const inFront = path.dirname(node) + path.delimiter
  // What the program starts by the name of `node` is the same Node.
  if (!process.env.PATH?.startsWith(inFront)) process.env.PATH = inFront + (process.env.PATH || '')
  // Node keeps what it has compiled, so that a third of each later start is saved; where it cannot write, it does
  // without.
  process.env.NODE_COMPILE_CACHE ??= path.join(modules, '.cache', 'compiled')
  // What a picture or a password once needed, 20 MB and more each, glibc's allocator keeps: in an arena of each thread,
  // and more of it the larger it was. With two arenas and a fixed limit it gives that back. It reads both as a process
  // begins; other systems do not know them.
  process.env.MALLOC_ARENA_MAX ??= '2'
  process.env.MALLOC_TRIM_THRESHOLD_ ??= '131072'
  if (process.execve && !isWindows) process.execve(node, [node, ...process.argv.slice(2)], process.env)
  else standFor(spawn(node, process.argv.slice(2), { stdio: 'inherit' }))
} else {
  process.stderr.write(`${whatToDo()}\n`)
  process.exitCode = 1
}

function findNode() {
  if (fs.existsSync(brought)) {
    if (fs.realpathSync(process.execPath) === fs.realpathSync(brought)) return brought
    if (canRun(brought)) {
      linkAsNpmWould()
      return brought
    }
  }
  const [major, minor] = process.versions.node.split('.').map(Number)
  return major > oldest[0] || (major === oldest[0] && minor >= oldest[1]) ? process.execPath : undefined
}

function canRun(program) {
  return spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0
}

// npm 11 makes this link: units of systemd and lines of cron name it, and `npx` finds it. Nothing here depends on it.
function linkAsNpmWould() {
  if (isWindows) return
  try {
    fs.symlinkSync(path.relative(path.join(modules, '.bin'), brought), path.join(modules, '.bin', 'node'))
  } catch {
    // It is there, or the folder is not ours to write.
  }
}

/** Passes on every signal, and ends as the program ends. */
function standFor(child) {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGTERM', 'SIGHUP', 'SIGUSR2']) {
    if (isWindows && signal !== 'SIGINT') continue
    process.on(signal, () => {
      if (!comesFromTerminal(signal)) child.kill(signal)
    })
  }
  if (process.env.npm_lifecycle_event !== undefined && !isWindows) followNpm(child)
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code)
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}

// A terminal gives Ctrl+C to the program too, and many take the second one for impatience.
function comesFromTerminal(signal) {
  return isWindows || ((signal === 'SIGINT' || signal === 'SIGQUIT') && tty.isatty(0))
}

// npm passes a signal to the shell that it started us in, and common shells die of it without passing it on.
function followNpm(child) {
  const shell = process.ppid
  setInterval(() => {
    if (process.ppid !== shell) child.kill('SIGTERM')
  }, parentCheckMs).unref()
}

function whatToDo() {
  const wanted = `install Node ${oldest.join('.')} or newer (https://nodejs.org) and run the same command again`
  const here = `this machine's own is ${process.versions.node}`
  if (!fs.existsSync(modules)) return 'Nothing is installed yet: run `npm ci` first.'
  if (fs.existsSync(brought)) {
    return `The Node that Warung brings does not run here (it is built for glibc, which Alpine for one does not have), and ${here}: ${wanted}.`
  }
  const { optionalDependencies } = JSON.parse(fs.readFileSync(path.join(__dirname, 'package.json'), 'utf8'))
  if (`node-${platform}` in optionalDependencies) {
    return `npm left out node-${platform}, the Node that Warung brings: run \`npm ci --include=optional\`.`
  }
  return `Warung brings no Node for ${platform}, and ${here}: ${wanted}.`
}
