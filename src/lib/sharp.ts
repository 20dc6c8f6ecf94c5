import sharp from 'sharp'

// Its cache holds decoded pixels, for the whole process, and no picture here is drawn twice; more than one thread for
// one picture would only take turns with everything else. Without both, 100 MB stay with a process that drew a few
// pictures.
sharp.cache(false)
sharp.concurrency(1)

export { sharp }
