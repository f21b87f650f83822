-- Categories of notifications come with the kinds (domain/content/kinds/), so the database knows only how one is written.

alter table push.notifications
  drop constraint notifications_category_check,
  add constraint notifications_category_check check (category ~ '^[A-Za-z]{1,40}$');
