-- A digest that nobody chose is null: what the company set holds (behaviour §29).
alter table notification_settings alter column digest drop default, alter column digest drop not null;
