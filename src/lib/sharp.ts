import sharp from 'sharp'

// The cache would hold decoded pixels for the whole process, but no picture is drawn twice. More than one thread per
// picture would only compete with other work. Disabling both saves 100 MB in a process that has drawn a few pictures.
sharp.cache(false)
sharp.concurrency(1)

export { sharp }
