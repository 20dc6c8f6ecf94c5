const { Modules } = require('@medusajs/framework/utils')

/** Runs the scheduled job now: tests do not wait for the minute. */
module.exports.POST = async (request, response) => {
  await request.scope.resolve(Modules.WORKFLOW_ENGINE).run('job-warung-look', { input: {} })
  response.json({})
}
