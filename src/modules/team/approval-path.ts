/** Returns the path of a request on the page of approvals. */
export const approvalPath = (approvalId: number) => `/dashboard/team/limits#approval-${approvalId}`
