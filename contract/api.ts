// The whole table of calls. Only the server imports it: the browser imports single calls, so that the rest falls out of its bundles.
import * as auth from './auth.ts';
import * as dashboard from './dashboard.ts';
import * as demoRequests from './demo-requests.ts';
import * as disputes from './disputes.ts';
import * as history from './history.ts';
import * as media from './media.ts';
import * as notifications from './notifications.ts';
import * as projects from './projects.ts';
import * as sessions from './sessions.ts';
import * as users from './users.ts';

export const api = {
  auth: {
    login: auth.login,
    logout: auth.logout,
    current: auth.current,
    changePassword: auth.changePassword,
  },
  users: {
    list: users.users,
    create: users.createUser,
    get: users.getUser,
    edit: users.editUser,
    remove: users.removeUser,
    changeRole: users.changeRole,
    stats: users.userStats,
    editProfile: users.editProfile,
    changePhoto: users.changePhoto,
  },
  projects: {
    list: projects.projects,
    create: projects.createProject,
    get: projects.getProject,
    edit: projects.editProject,
    remove: projects.removeProject,
    sites: projects.sites,
    mediaRoots: projects.mediaRoots,
    bindMediaRoots: projects.bindMediaRoots,
  },
  members: {
    list: projects.members,
    add: projects.addMember,
    change: projects.changeMember,
    remove: projects.removeMember,
  },
  sessions: {
    list: sessions.sessions,
    create: sessions.createSession,
    get: sessions.getSession,
    edit: sessions.editSession,
    remove: sessions.removeSession,
    approve: sessions.approveSession,
    reject: sessions.rejectSession,
    resubmit: sessions.resubmitSession,
    releaseAdded: sessions.releaseAddedMedia,
    records: sessions.sessionRecords,
  },
  media: { ofSession: media.sessionMedia, ofDriveFolder: media.driveFolderImages, checkLink: media.checkLink },
  disputes: {
    list: disputes.disputes,
    ofSession: disputes.sessionDisputes,
    get: disputes.getDispute,
    create: disputes.createDispute,
    resolve: disputes.resolveDispute,
    setStatus: disputes.setDisputeStatus,
    messages: disputes.disputeMessages,
    comment: disputes.commentDispute,
  },
  notifications: {
    list: notifications.notifications,
    read: notifications.readNotification,
    readAll: notifications.readAllNotifications,
  },
  dashboard: { figures: dashboard.dashboardStats, search: dashboard.search },
  history: { sessions: history.sessionHistory, disputes: history.disputeHistory },
  demoRequests: { create: demoRequests.createDemoRequest, list: demoRequests.demoRequests },
};
