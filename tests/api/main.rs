//! Rules of the running shop, by subject. Each title is a rule; refusals outnumber what works.

mod account;
mod accounts;
mod admin;
mod admin_coupons;
mod ajax;
mod batch;
mod cart;
mod cart_page;
mod checkout;
mod checkout_form;
mod content;
mod coupons;
mod credit;
mod forms;
mod orders;
mod pages;
mod products;
mod quick_view;
mod races;
mod refunds;
mod reviews;
mod search;
mod security;
