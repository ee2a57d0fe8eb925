"""Many tables and one desk. Comes with the extra `hall`; the dashboard of a single table imports nothing from here."""
