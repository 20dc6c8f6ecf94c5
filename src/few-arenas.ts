/*
 * Loaded before the program by `npm start`. Each thread of glibc's allocator has an arena of its own and keeps there
 * what a password or a picture once needed, 20 MB and more each; the number of arenas is read from the environment
 * before a process begins, so this one begins again, under the same number. An operator's own setting stays, and other
 * systems have no arenas.
 */
const arenas = '2'

if (process.platform === 'linux' && process.env.MALLOC_ARENA_MAX === undefined) {
  const command = [process.execPath, ...process.execArgv, ...process.argv.slice(1)]
  process.execve!(process.execPath, command, { ...process.env, MALLOC_ARENA_MAX: arenas })
}
