// Generated from the migrated schema by "npm run database-types": do not edit.
/* oxlint-disable max-lines */

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]

type PublicTables = Database['public']['Tables']
export type Tables<T extends keyof PublicTables> = PublicTables[T]['Row']
export type TablesInsert<T extends keyof PublicTables> = PublicTables[T]['Insert']
export type TablesUpdate<T extends keyof PublicTables> = PublicTables[T]['Update']

export interface Database {
  public: {
    Tables: {
      admissions: {
        Row: {
          admission_notice_url: string | null
          admit_card_date: string | null
          age_as_on: string | null
          age_max: number | null
          age_min: number | null
          age_relaxation: boolean | null
          age_relaxations: Json | null
          application_end: string | null
          application_start: string | null
          apply_end_date: string | null
          apply_link: string | null
          apply_online_url: string | null
          apply_start_date: string | null
          category_fees: Json | null
          category_id: number | null
          category_vacancies: Json | null
          checked_at: string | null
          correction_end_date: string | null
          correction_start_date: string | null
          counselling_date: string | null
          course_name: string | null
          created_at: string
          display_order: number | null
          eligibility: string | null
          entrance_exam_date: string | null
          fee_general: number | null
          fee_obc: number | null
          fee_payment_date: string | null
          fee_sc_st: number | null
          gender: string | null
          graduate_fields: string[] | null
          id: number
          institution_name: string | null
          is_featured: boolean | null
          is_quick_link: boolean | null
          list_rank: number
          meta_description: string | null
          meta_title: string | null
          notification_link: string | null
          official_website: string | null
          organization_id: number | null
          plan: Json | null
          post_group: string | null
          post_time: string | null
          posted_at: string
          qualifications: string[] | null
          recruitment_id: number | null
          result_date: string | null
          slug: string
          states: string[] | null
          status: string | null
          title: string
          updated_at: string
          view_count: number | null
        }
        Insert: {
          admission_notice_url?: string | null
          admit_card_date?: string | null
          age_as_on?: string | null
          age_max?: number | null
          age_min?: number | null
          age_relaxation?: boolean | null
          age_relaxations?: Json | null
          application_end?: string | null
          application_start?: string | null
          apply_end_date?: string | null
          apply_link?: string | null
          apply_online_url?: string | null
          apply_start_date?: string | null
          category_fees?: Json | null
          category_id?: number | null
          category_vacancies?: Json | null
          checked_at?: string | null
          correction_end_date?: string | null
          correction_start_date?: string | null
          counselling_date?: string | null
          course_name?: string | null
          created_at?: string
          display_order?: number | null
          eligibility?: string | null
          entrance_exam_date?: string | null
          fee_general?: number | null
          fee_obc?: number | null
          fee_payment_date?: string | null
          fee_sc_st?: number | null
          gender?: string | null
          graduate_fields?: string[] | null
          id?: never
          institution_name?: string | null
          is_featured?: boolean | null
          is_quick_link?: boolean | null
          list_rank?: never
          meta_description?: string | null
          meta_title?: string | null
          notification_link?: string | null
          official_website?: string | null
          organization_id?: number | null
          plan?: Json | null
          post_group?: string | null
          post_time?: string | null
          posted_at?: never
          qualifications?: string[] | null
          recruitment_id?: number | null
          result_date?: string | null
          slug: string
          states?: string[] | null
          status?: string | null
          title: string
          updated_at?: string
          view_count?: number | null
        }
        Update: {
          admission_notice_url?: string | null
          admit_card_date?: string | null
          age_as_on?: string | null
          age_max?: number | null
          age_min?: number | null
          age_relaxation?: boolean | null
          age_relaxations?: Json | null
          application_end?: string | null
          application_start?: string | null
          apply_end_date?: string | null
          apply_link?: string | null
          apply_online_url?: string | null
          apply_start_date?: string | null
          category_fees?: Json | null
          category_id?: number | null
          category_vacancies?: Json | null
          checked_at?: string | null
          correction_end_date?: string | null
          correction_start_date?: string | null
          counselling_date?: string | null
          course_name?: string | null
          created_at?: string
          display_order?: number | null
          eligibility?: string | null
          entrance_exam_date?: string | null
          fee_general?: number | null
          fee_obc?: number | null
          fee_payment_date?: string | null
          fee_sc_st?: number | null
          gender?: string | null
          graduate_fields?: string[] | null
          id?: never
          institution_name?: string | null
          is_featured?: boolean | null
          is_quick_link?: boolean | null
          list_rank?: never
          meta_description?: string | null
          meta_title?: string | null
          notification_link?: string | null
          official_website?: string | null
          organization_id?: number | null
          plan?: Json | null
          post_group?: string | null
          post_time?: string | null
          posted_at?: never
          qualifications?: string[] | null
          recruitment_id?: number | null
          result_date?: string | null
          slug?: string
          states?: string[] | null
          status?: string | null
          title?: string
          updated_at?: string
          view_count?: number | null
        }
        Relationships: [
          {
            foreignKeyName: 'admissions_category_id_fkey'
            columns: ['category_id']
            isOneToOne: false
            referencedRelation: 'categories'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'admissions_organization_id_fkey'
            columns: ['organization_id']
            isOneToOne: false
            referencedRelation: 'organizations'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'admissions_recruitment_id_fkey'
            columns: ['recruitment_id']
            isOneToOne: false
            referencedRelation: 'recruitments'
            referencedColumns: ['id']
          },
        ]
      }
      admit_cards: {
        Row: {
          admit_card_available_date: string | null
          admit_card_download_last_date: string | null
          admit_card_url: string | null
          category_id: number | null
          checked_at: string | null
          created_at: string
          display_order: number | null
          download_link: string | null
          exam_city_date: string | null
          exam_date: string | null
          exam_name: string | null
          exam_shift_date: string | null
          id: number
          is_featured: boolean | null
          is_quick_link: boolean | null
          list_rank: number
          meta_description: string | null
          meta_title: string | null
          notification_link: string | null
          official_website: string | null
          organization_id: number | null
          plan: Json | null
          post_name: string | null
          post_time: string | null
          posted_at: string
          recruitment_id: number | null
          slug: string
          status: string | null
          title: string
          updated_at: string
          view_count: number | null
        }
        Insert: {
          admit_card_available_date?: string | null
          admit_card_download_last_date?: string | null
          admit_card_url?: string | null
          category_id?: number | null
          checked_at?: string | null
          created_at?: string
          display_order?: number | null
          download_link?: string | null
          exam_city_date?: string | null
          exam_date?: string | null
          exam_name?: string | null
          exam_shift_date?: string | null
          id?: never
          is_featured?: boolean | null
          is_quick_link?: boolean | null
          list_rank?: never
          meta_description?: string | null
          meta_title?: string | null
          notification_link?: string | null
          official_website?: string | null
          organization_id?: number | null
          plan?: Json | null
          post_name?: string | null
          post_time?: string | null
          posted_at?: never
          recruitment_id?: number | null
          slug: string
          status?: string | null
          title: string
          updated_at?: string
          view_count?: number | null
        }
        Update: {
          admit_card_available_date?: string | null
          admit_card_download_last_date?: string | null
          admit_card_url?: string | null
          category_id?: number | null
          checked_at?: string | null
          created_at?: string
          display_order?: number | null
          download_link?: string | null
          exam_city_date?: string | null
          exam_date?: string | null
          exam_name?: string | null
          exam_shift_date?: string | null
          id?: never
          is_featured?: boolean | null
          is_quick_link?: boolean | null
          list_rank?: never
          meta_description?: string | null
          meta_title?: string | null
          notification_link?: string | null
          official_website?: string | null
          organization_id?: number | null
          plan?: Json | null
          post_name?: string | null
          post_time?: string | null
          posted_at?: never
          recruitment_id?: number | null
          slug?: string
          status?: string | null
          title?: string
          updated_at?: string
          view_count?: number | null
        }
        Relationships: [
          {
            foreignKeyName: 'admit_cards_category_id_fkey'
            columns: ['category_id']
            isOneToOne: false
            referencedRelation: 'categories'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'admit_cards_organization_id_fkey'
            columns: ['organization_id']
            isOneToOne: false
            referencedRelation: 'organizations'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'admit_cards_recruitment_id_fkey'
            columns: ['recruitment_id']
            isOneToOne: false
            referencedRelation: 'recruitments'
            referencedColumns: ['id']
          },
        ]
      }
      analytics_events: {
        Row: {
          created_at: string
          event_type: string
          id: number
          page: string
          user_agent: string | null
        }
        Insert: {
          created_at?: string
          event_type: string
          id?: never
          page: string
          user_agent?: string | null
        }
        Update: {
          created_at?: string
          event_type?: string
          id?: never
          page?: string
          user_agent?: string | null
        }
        Relationships: []
      }
      answer_keys: {
        Row: {
          admit_card_date: string | null
          answer_key_release_date: string | null
          answer_key_url: string | null
          category_id: number | null
          checked_at: string | null
          created_at: string
          display_order: number | null
          download_link: string | null
          exam_date: string | null
          exam_name: string | null
          id: number
          is_featured: boolean | null
          is_quick_link: boolean | null
          list_rank: number
          meta_description: string | null
          meta_title: string | null
          notification_link: string | null
          objection_end_date: string | null
          objection_start_date: string | null
          objection_url: string | null
          official_website: string | null
          organization_id: number | null
          plan: Json | null
          post_name: string | null
          post_time: string | null
          posted_at: string
          recruitment_id: number | null
          result_date: string | null
          slug: string
          status: string | null
          title: string
          updated_at: string
          view_count: number | null
        }
        Insert: {
          admit_card_date?: string | null
          answer_key_release_date?: string | null
          answer_key_url?: string | null
          category_id?: number | null
          checked_at?: string | null
          created_at?: string
          display_order?: number | null
          download_link?: string | null
          exam_date?: string | null
          exam_name?: string | null
          id?: never
          is_featured?: boolean | null
          is_quick_link?: boolean | null
          list_rank?: never
          meta_description?: string | null
          meta_title?: string | null
          notification_link?: string | null
          objection_end_date?: string | null
          objection_start_date?: string | null
          objection_url?: string | null
          official_website?: string | null
          organization_id?: number | null
          plan?: Json | null
          post_name?: string | null
          post_time?: string | null
          posted_at?: never
          recruitment_id?: number | null
          result_date?: string | null
          slug: string
          status?: string | null
          title: string
          updated_at?: string
          view_count?: number | null
        }
        Update: {
          admit_card_date?: string | null
          answer_key_release_date?: string | null
          answer_key_url?: string | null
          category_id?: number | null
          checked_at?: string | null
          created_at?: string
          display_order?: number | null
          download_link?: string | null
          exam_date?: string | null
          exam_name?: string | null
          id?: never
          is_featured?: boolean | null
          is_quick_link?: boolean | null
          list_rank?: never
          meta_description?: string | null
          meta_title?: string | null
          notification_link?: string | null
          objection_end_date?: string | null
          objection_start_date?: string | null
          objection_url?: string | null
          official_website?: string | null
          organization_id?: number | null
          plan?: Json | null
          post_name?: string | null
          post_time?: string | null
          posted_at?: never
          recruitment_id?: number | null
          result_date?: string | null
          slug?: string
          status?: string | null
          title?: string
          updated_at?: string
          view_count?: number | null
        }
        Relationships: [
          {
            foreignKeyName: 'answer_keys_category_id_fkey'
            columns: ['category_id']
            isOneToOne: false
            referencedRelation: 'categories'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'answer_keys_organization_id_fkey'
            columns: ['organization_id']
            isOneToOne: false
            referencedRelation: 'organizations'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'answer_keys_recruitment_id_fkey'
            columns: ['recruitment_id']
            isOneToOne: false
            referencedRelation: 'recruitments'
            referencedColumns: ['id']
          },
        ]
      }
      categories: {
        Row: {
          created_at: string
          id: number
          is_active: boolean
          name: string
          parent_id: number | null
          slug: string
          sort_order: number
          updated_at: string
        }
        Insert: {
          created_at?: string
          id?: never
          is_active?: boolean
          name: string
          parent_id?: number | null
          slug: string
          sort_order?: number
          updated_at?: string
        }
        Update: {
          created_at?: string
          id?: never
          is_active?: boolean
          name?: string
          parent_id?: number | null
          slug?: string
          sort_order?: number
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'categories_parent_id_fkey'
            columns: ['parent_id']
            isOneToOne: false
            referencedRelation: 'categories'
            referencedColumns: ['id']
          },
        ]
      }
      contact_messages: {
        Row: {
          created_at: string
          email: string
          id: number
          message: string
          name: string
          subject: string
        }
        Insert: {
          created_at?: string
          email: string
          id?: never
          message: string
          name: string
          subject: string
        }
        Update: {
          created_at?: string
          email?: string
          id?: never
          message?: string
          name?: string
          subject?: string
        }
        Relationships: []
      }
      corrections: {
        Row: {
          content_table: string
          corrected_at: string
          field: string
          id: number
          new_value: string | null
          old_value: string | null
          record_id: number
          source: string | null
        }
        Insert: {
          content_table: string
          corrected_at?: string
          field: string
          id?: never
          new_value?: string | null
          old_value?: string | null
          record_id: number
          source?: string | null
        }
        Update: {
          content_table?: string
          corrected_at?: string
          field?: string
          id?: never
          new_value?: string | null
          old_value?: string | null
          record_id?: number
          source?: string | null
        }
        Relationships: []
      }
      documents: {
        Row: {
          category_id: number | null
          checked_at: string | null
          created_at: string
          description: string | null
          display_order: number | null
          document_type: string | null
          document_url: string | null
          file_url: string | null
          id: number
          is_featured: boolean | null
          is_quick_link: boolean | null
          list_rank: number
          meta_description: string | null
          meta_title: string | null
          organization_id: number | null
          plan: Json | null
          post_time: string | null
          posted_at: string
          recruitment_id: number | null
          slug: string
          status: string | null
          title: string
          updated_at: string
          view_count: number | null
        }
        Insert: {
          category_id?: number | null
          checked_at?: string | null
          created_at?: string
          description?: string | null
          display_order?: number | null
          document_type?: string | null
          document_url?: string | null
          file_url?: string | null
          id?: never
          is_featured?: boolean | null
          is_quick_link?: boolean | null
          list_rank?: never
          meta_description?: string | null
          meta_title?: string | null
          organization_id?: number | null
          plan?: Json | null
          post_time?: string | null
          posted_at?: never
          recruitment_id?: number | null
          slug: string
          status?: string | null
          title: string
          updated_at?: string
          view_count?: number | null
        }
        Update: {
          category_id?: number | null
          checked_at?: string | null
          created_at?: string
          description?: string | null
          display_order?: number | null
          document_type?: string | null
          document_url?: string | null
          file_url?: string | null
          id?: never
          is_featured?: boolean | null
          is_quick_link?: boolean | null
          list_rank?: never
          meta_description?: string | null
          meta_title?: string | null
          organization_id?: number | null
          plan?: Json | null
          post_time?: string | null
          posted_at?: never
          recruitment_id?: number | null
          slug?: string
          status?: string | null
          title?: string
          updated_at?: string
          view_count?: number | null
        }
        Relationships: [
          {
            foreignKeyName: 'documents_category_id_fkey'
            columns: ['category_id']
            isOneToOne: false
            referencedRelation: 'categories'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'documents_organization_id_fkey'
            columns: ['organization_id']
            isOneToOne: false
            referencedRelation: 'organizations'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'documents_recruitment_id_fkey'
            columns: ['recruitment_id']
            isOneToOne: false
            referencedRelation: 'recruitments'
            referencedColumns: ['id']
          },
        ]
      }
      gone_slugs: {
        Row: {
          content_table: string
          deleted_at: string
          slug: string
        }
        Insert: {
          content_table: string
          deleted_at?: string
          slug: string
        }
        Update: {
          content_table?: string
          deleted_at?: string
          slug?: string
        }
        Relationships: []
      }
      jobs: {
        Row: {
          admit_card_date: string | null
          advertisement_no: string | null
          age_as_on: string | null
          age_max: number | null
          age_min: number | null
          age_relaxation: boolean | null
          age_relaxations: Json | null
          apply_end_date: string | null
          apply_link: string | null
          apply_start_date: string | null
          category_fees: Json | null
          category_id: number | null
          category_vacancies: Json | null
          checked_at: string | null
          created_at: string
          description: string | null
          display_order: number | null
          eligibility: string | null
          exam_date: string | null
          fee_female: number | null
          fee_general: number | null
          fee_payment_date: string | null
          fee_sc_st: number | null
          gender: string | null
          graduate_fields: string[] | null
          id: number
          is_featured: boolean | null
          is_quick_link: boolean | null
          list_rank: number
          location: string | null
          meta_description: string | null
          meta_title: string | null
          notification_link: string | null
          official_website: string | null
          organization_id: number | null
          plan: Json | null
          post_group: string | null
          post_name: string | null
          post_time: string | null
          posted_at: string
          qualifications: string[] | null
          recruitment_id: number | null
          required_documents: string | null
          result_date: string | null
          selection_process: Json | null
          slug: string
          states: string[] | null
          status: string | null
          title: string
          total_posts: number | null
          updated_at: string
          view_count: number | null
        }
        Insert: {
          admit_card_date?: string | null
          advertisement_no?: string | null
          age_as_on?: string | null
          age_max?: number | null
          age_min?: number | null
          age_relaxation?: boolean | null
          age_relaxations?: Json | null
          apply_end_date?: string | null
          apply_link?: string | null
          apply_start_date?: string | null
          category_fees?: Json | null
          category_id?: number | null
          category_vacancies?: Json | null
          checked_at?: string | null
          created_at?: string
          description?: string | null
          display_order?: number | null
          eligibility?: string | null
          exam_date?: string | null
          fee_female?: number | null
          fee_general?: number | null
          fee_payment_date?: string | null
          fee_sc_st?: number | null
          gender?: string | null
          graduate_fields?: string[] | null
          id?: never
          is_featured?: boolean | null
          is_quick_link?: boolean | null
          list_rank?: never
          location?: string | null
          meta_description?: string | null
          meta_title?: string | null
          notification_link?: string | null
          official_website?: string | null
          organization_id?: number | null
          plan?: Json | null
          post_group?: string | null
          post_name?: string | null
          post_time?: string | null
          posted_at?: never
          qualifications?: string[] | null
          recruitment_id?: number | null
          required_documents?: string | null
          result_date?: string | null
          selection_process?: Json | null
          slug: string
          states?: string[] | null
          status?: string | null
          title: string
          total_posts?: number | null
          updated_at?: string
          view_count?: number | null
        }
        Update: {
          admit_card_date?: string | null
          advertisement_no?: string | null
          age_as_on?: string | null
          age_max?: number | null
          age_min?: number | null
          age_relaxation?: boolean | null
          age_relaxations?: Json | null
          apply_end_date?: string | null
          apply_link?: string | null
          apply_start_date?: string | null
          category_fees?: Json | null
          category_id?: number | null
          category_vacancies?: Json | null
          checked_at?: string | null
          created_at?: string
          description?: string | null
          display_order?: number | null
          eligibility?: string | null
          exam_date?: string | null
          fee_female?: number | null
          fee_general?: number | null
          fee_payment_date?: string | null
          fee_sc_st?: number | null
          gender?: string | null
          graduate_fields?: string[] | null
          id?: never
          is_featured?: boolean | null
          is_quick_link?: boolean | null
          list_rank?: never
          location?: string | null
          meta_description?: string | null
          meta_title?: string | null
          notification_link?: string | null
          official_website?: string | null
          organization_id?: number | null
          plan?: Json | null
          post_group?: string | null
          post_name?: string | null
          post_time?: string | null
          posted_at?: never
          qualifications?: string[] | null
          recruitment_id?: number | null
          required_documents?: string | null
          result_date?: string | null
          selection_process?: Json | null
          slug?: string
          states?: string[] | null
          status?: string | null
          title?: string
          total_posts?: number | null
          updated_at?: string
          view_count?: number | null
        }
        Relationships: [
          {
            foreignKeyName: 'jobs_category_id_fkey'
            columns: ['category_id']
            isOneToOne: false
            referencedRelation: 'categories'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'jobs_organization_id_fkey'
            columns: ['organization_id']
            isOneToOne: false
            referencedRelation: 'organizations'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'jobs_recruitment_id_fkey'
            columns: ['recruitment_id']
            isOneToOne: false
            referencedRelation: 'recruitments'
            referencedColumns: ['id']
          },
        ]
      }
      mistake_reports: {
        Row: {
          attempt: number | null
          content_table: string
          created_at: string
          done_at: string | null
          id: number
          message: string | null
          reason: string
          record_id: number
        }
        Insert: {
          attempt?: number | null
          content_table: string
          created_at?: string
          done_at?: string | null
          id?: never
          message?: string | null
          reason: string
          record_id: number
        }
        Update: {
          attempt?: number | null
          content_table?: string
          created_at?: string
          done_at?: string | null
          id?: never
          message?: string | null
          reason?: string
          record_id?: number
        }
        Relationships: []
      }
      newsletter_subscribers: {
        Row: {
          created_at: string
          email: string
          id: number
        }
        Insert: {
          created_at?: string
          email: string
          id?: never
        }
        Update: {
          created_at?: string
          email?: string
          id?: never
        }
        Relationships: []
      }
      notice_plans: {
        Row: {
          content_table: string
          due_at: string | null
          hide_at: string | null
          id: number
          is_in_bin: boolean
          is_unposted: boolean
          publish_at: string | null
          record_id: number
          retry_at: string | null
          state: string
          status: string | null
        }
        Insert: {
          content_table: string
          due_at?: never
          hide_at?: string | null
          id?: never
          is_in_bin?: boolean
          is_unposted?: boolean
          publish_at?: string | null
          record_id: number
          retry_at?: string | null
          state: string
          status?: string | null
        }
        Update: {
          content_table?: string
          due_at?: never
          hide_at?: string | null
          id?: never
          is_in_bin?: boolean
          is_unposted?: boolean
          publish_at?: string | null
          record_id?: number
          retry_at?: string | null
          state?: string
          status?: string | null
        }
        Relationships: []
      }
      notice_previews: {
        Row: {
          content_table: string
          created_at: string
          created_by: string | null
          expires_at: string
          id: number
          record_id: number
          token_hash: string
        }
        Insert: {
          content_table: string
          created_at?: string
          created_by?: string | null
          expires_at?: string
          id?: never
          record_id: number
          token_hash: string
        }
        Update: {
          content_table?: string
          created_at?: string
          created_by?: string | null
          expires_at?: string
          id?: never
          record_id?: number
          token_hash?: string
        }
        Relationships: []
      }
      organizations: {
        Row: {
          created_at: string
          description: string | null
          id: number
          is_active: boolean
          logo_url: string | null
          name: string
          slug: string
          updated_at: string
          website_url: string | null
        }
        Insert: {
          created_at?: string
          description?: string | null
          id?: never
          is_active?: boolean
          logo_url?: string | null
          name: string
          slug: string
          updated_at?: string
          website_url?: string | null
        }
        Update: {
          created_at?: string
          description?: string | null
          id?: never
          is_active?: boolean
          logo_url?: string | null
          name?: string
          slug?: string
          updated_at?: string
          website_url?: string | null
        }
        Relationships: []
      }
      page_view_days: {
        Row: {
          day: string
          kind: string
          views: number
        }
        Insert: {
          day: string
          kind: string
          views: number
        }
        Update: {
          day?: string
          kind?: string
          views?: number
        }
        Relationships: []
      }
      profiles: {
        Row: {
          created_at: string
          deactivated_at: string | null
          display_name: string | null
          id: string
          role: string
        }
        Insert: {
          created_at?: string
          deactivated_at?: string | null
          display_name?: string | null
          id: string
          role?: string
        }
        Update: {
          created_at?: string
          deactivated_at?: string | null
          display_name?: string | null
          id?: string
          role?: string
        }
        Relationships: []
      }
      push_subscriptions: {
        Row: {
          auth: string
          created_at: string
          endpoint: string
          id: number
          ipAddress: string | null
          is_active: boolean
          p256dh: string
          preferences: Json
          updated_at: string
          userAgent: string | null
        }
        Insert: {
          auth: string
          created_at?: string
          endpoint: string
          id?: never
          ipAddress?: string | null
          is_active?: boolean
          p256dh: string
          preferences?: Json
          updated_at?: string
          userAgent?: string | null
        }
        Update: {
          auth?: string
          created_at?: string
          endpoint?: string
          id?: never
          ipAddress?: string | null
          is_active?: boolean
          p256dh?: string
          preferences?: Json
          updated_at?: string
          userAgent?: string | null
        }
        Relationships: []
      }
      recruitments: {
        Row: {
          created_at: string
          id: number
          organization_id: number | null
          slug: string
          title: string
          updated_at: string
        }
        Insert: {
          created_at?: string
          id?: never
          organization_id?: number | null
          slug: string
          title: string
          updated_at?: string
        }
        Update: {
          created_at?: string
          id?: never
          organization_id?: number | null
          slug?: string
          title?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'recruitments_organization_id_fkey'
            columns: ['organization_id']
            isOneToOne: false
            referencedRelation: 'organizations'
            referencedColumns: ['id']
          },
        ]
      }
      results: {
        Row: {
          admit_card_date: string | null
          apply_end_date: string | null
          apply_link: string | null
          apply_start_date: string | null
          category_id: number | null
          checked_at: string | null
          correction_end_date: string | null
          correction_start_date: string | null
          created_at: string
          cutoffs: Json | null
          display_order: number | null
          exam_name: string | null
          fee_payment_date: string | null
          id: number
          is_featured: boolean | null
          is_quick_link: boolean | null
          list_rank: number
          meta_description: string | null
          meta_title: string | null
          notification_link: string | null
          official_website: string | null
          organization_id: number | null
          pe_exam_date: string | null
          plan: Json | null
          pm_pmm_exam_date: string | null
          post_name: string | null
          post_time: string | null
          posted_at: string
          recruitment_id: number | null
          result_date: string | null
          result_declared_date: string | null
          result_pdf_url: string | null
          slug: string
          status: string | null
          title: string
          updated_at: string
          view_count: number | null
        }
        Insert: {
          admit_card_date?: string | null
          apply_end_date?: string | null
          apply_link?: string | null
          apply_start_date?: string | null
          category_id?: number | null
          checked_at?: string | null
          correction_end_date?: string | null
          correction_start_date?: string | null
          created_at?: string
          cutoffs?: Json | null
          display_order?: number | null
          exam_name?: string | null
          fee_payment_date?: string | null
          id?: never
          is_featured?: boolean | null
          is_quick_link?: boolean | null
          list_rank?: never
          meta_description?: string | null
          meta_title?: string | null
          notification_link?: string | null
          official_website?: string | null
          organization_id?: number | null
          pe_exam_date?: string | null
          plan?: Json | null
          pm_pmm_exam_date?: string | null
          post_name?: string | null
          post_time?: string | null
          posted_at?: never
          recruitment_id?: number | null
          result_date?: string | null
          result_declared_date?: string | null
          result_pdf_url?: string | null
          slug: string
          status?: string | null
          title: string
          updated_at?: string
          view_count?: number | null
        }
        Update: {
          admit_card_date?: string | null
          apply_end_date?: string | null
          apply_link?: string | null
          apply_start_date?: string | null
          category_id?: number | null
          checked_at?: string | null
          correction_end_date?: string | null
          correction_start_date?: string | null
          created_at?: string
          cutoffs?: Json | null
          display_order?: number | null
          exam_name?: string | null
          fee_payment_date?: string | null
          id?: never
          is_featured?: boolean | null
          is_quick_link?: boolean | null
          list_rank?: never
          meta_description?: string | null
          meta_title?: string | null
          notification_link?: string | null
          official_website?: string | null
          organization_id?: number | null
          pe_exam_date?: string | null
          plan?: Json | null
          pm_pmm_exam_date?: string | null
          post_name?: string | null
          post_time?: string | null
          posted_at?: never
          recruitment_id?: number | null
          result_date?: string | null
          result_declared_date?: string | null
          result_pdf_url?: string | null
          slug?: string
          status?: string | null
          title?: string
          updated_at?: string
          view_count?: number | null
        }
        Relationships: [
          {
            foreignKeyName: 'results_category_id_fkey'
            columns: ['category_id']
            isOneToOne: false
            referencedRelation: 'categories'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'results_organization_id_fkey'
            columns: ['organization_id']
            isOneToOne: false
            referencedRelation: 'organizations'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'results_recruitment_id_fkey'
            columns: ['recruitment_id']
            isOneToOne: false
            referencedRelation: 'recruitments'
            referencedColumns: ['id']
          },
        ]
      }
      search_words: {
        Row: {
          created_at: string
          id: number
          means: string
          written: string
        }
        Insert: {
          created_at?: string
          id?: never
          means: string
          written: string
        }
        Update: {
          created_at?: string
          id?: never
          means?: string
          written?: string
        }
        Relationships: []
      }
      sign_in_attempts: {
        Row: {
          attempts: number
          key: string
          until: string
        }
        Insert: {
          attempts: number
          key: string
          until: string
        }
        Update: {
          attempts?: number
          key?: string
          until?: string
        }
        Relationships: []
      }
      slug_history: {
        Row: {
          content_table: string
          created_at: string
          old_slug: string
          record_id: number
        }
        Insert: {
          content_table: string
          created_at?: string
          old_slug: string
          record_id: number
        }
        Update: {
          content_table?: string
          created_at?: string
          old_slug?: string
          record_id?: number
        }
        Relationships: []
      }
      syllabus: {
        Row: {
          category_id: number | null
          checked_at: string | null
          content: string | null
          created_at: string
          display_order: number | null
          exam_name: string | null
          id: number
          is_featured: boolean | null
          list_rank: number
          meta_description: string | null
          meta_title: string | null
          organization_id: number | null
          plan: Json | null
          post_time: string | null
          posted_at: string
          recruitment_id: number | null
          slug: string
          status: string | null
          subject: string | null
          title: string
          updated_at: string
          view_count: number | null
        }
        Insert: {
          category_id?: number | null
          checked_at?: string | null
          content?: string | null
          created_at?: string
          display_order?: number | null
          exam_name?: string | null
          id?: never
          is_featured?: boolean | null
          list_rank?: never
          meta_description?: string | null
          meta_title?: string | null
          organization_id?: number | null
          plan?: Json | null
          post_time?: string | null
          posted_at?: never
          recruitment_id?: number | null
          slug: string
          status?: string | null
          subject?: string | null
          title: string
          updated_at?: string
          view_count?: number | null
        }
        Update: {
          category_id?: number | null
          checked_at?: string | null
          content?: string | null
          created_at?: string
          display_order?: number | null
          exam_name?: string | null
          id?: never
          is_featured?: boolean | null
          list_rank?: never
          meta_description?: string | null
          meta_title?: string | null
          organization_id?: number | null
          plan?: Json | null
          post_time?: string | null
          posted_at?: never
          recruitment_id?: number | null
          slug?: string
          status?: string | null
          subject?: string | null
          title?: string
          updated_at?: string
          view_count?: number | null
        }
        Relationships: [
          {
            foreignKeyName: 'syllabus_category_id_fkey'
            columns: ['category_id']
            isOneToOne: false
            referencedRelation: 'categories'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'syllabus_organization_id_fkey'
            columns: ['organization_id']
            isOneToOne: false
            referencedRelation: 'organizations'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'syllabus_recruitment_id_fkey'
            columns: ['recruitment_id']
            isOneToOne: false
            referencedRelation: 'recruitments'
            referencedColumns: ['id']
          },
        ]
      }
    }
    Views: Record<never, never>
    Functions: {
      activity: {
        Args: {
          before_at?: string | null
          before_id?: number | null
          only_operation?: string | null
          only_source?: string | null
          only_table?: string | null
          page_size?: number | null
          person?: string | null
          since?: string | null
          until?: string | null
        }
        Returns: Json
      }
      activity_people: {
        Args: Record<never, never>
        Returns: Json
      }
      admin_count: {
        Args: {
          only_status?: string | null
          search?: string | null
          table_name: string
        }
        Returns: number
      }
      admin_counts: {
        Args: Record<never, never>
        Returns: Json
      }
      admin_search: {
        Args: {
          after_id?: number | null
          after_value?: string | null
          descending?: boolean | null
          only_status?: string | null
          page_size?: number | null
          search: string
          sort?: string | null
          table_name: string
        }
        Returns: Json
      }
      bin_count: {
        Args: Record<never, never>
        Returns: number
      }
      bin_items: {
        Args: {
          account?: string | null
          before_id?: number | null
          deleted_after?: string | null
          page_size?: number | null
          search?: string | null
          tables?: string[] | null
        }
        Returns: Json
      }
      calendar_days: {
        Args: {
          filters?: Json | null
          first_day: string
          last_day: string
          most?: number | null
          skipped?: number | null
          wanted: Json
        }
        Returns: Json
      }
      calendar_events: {
        Args: {
          filters?: Json | null
          first_day: string
          last_day: string
          most?: number | null
          today: string
          wanted: Json
        }
        Returns: Json
      }
      calendar_notices: {
        Args: {
          content_table: string
          slug: string
        }
        Returns: Json
      }
      cancel_invitation: {
        Args: {
          member: string
        }
        Returns: string
      }
      change_push: {
        Args: {
          new_state: string
          notification: number
          seen?: number | null
          unsent?: boolean | null
        }
        Returns: boolean
      }
      change_rows: {
        Args: {
          changes: Json
          target: string
        }
        Returns: Json
      }
      change_staff_member: {
        Args: {
          is_active?: boolean | null
          member: string
          new_role?: string | null
        }
        Returns: string
      }
      correct_last_date: {
        Args: {
          content_table: string
          field: string
          new_date: string
          record_id: number
          source?: string | null
          tells_followers?: boolean | null
          version: string
        }
        Returns: Json
      }
      corrected_notices: {
        Args: {
          content_table?: string | null
          wanted?: number | null
        }
        Returns: Json
      }
      create_preview: {
        Args: {
          content_table: string
          record_id: number
        }
        Returns: Json
      }
      date_followers: {
        Args: {
          content_table: string
          record_id: number
        }
        Returns: number
      }
      dead_link_count: {
        Args: Record<never, never>
        Returns: number
      }
      dead_links: {
        Args: {
          most: number
        }
        Returns: Json
      }
      delete_for_ever: {
        Args: {
          wanted: Json
        }
        Returns: number
      }
      delete_messages: {
        Args: {
          ids?: number[] | null
          up_to?: number | null
        }
        Returns: number
      }
      delete_rows: {
        Args: {
          ids: number[]
          target: string
          versions?: string[] | null
        }
        Returns: Json
      }
      end_previews: {
        Args: {
          content_table: string
          record_id: number
        }
        Returns: string
      }
      end_staff_session: {
        Args: {
          ended: string
        }
        Returns: string
      }
      filtered_facts: {
        Args: {
          content_table: string
          filters?: Json | null
          search?: string | null
          sort?: string | null
          today?: string | null
          wanted?: number | null
          with_unstated?: boolean | null
        }
        Returns: Json
      }
      filtered_list: {
        Args: {
          after_id?: number | null
          after_keys?: number[] | null
          after_posted_at?: string | null
          after_rank?: number | null
          content_table: string
          filters?: Json | null
          page_size?: number | null
          search?: string | null
          sort?: string | null
          today?: string | null
          with_unstated?: boolean | null
        }
        Returns: Json
      }
      filtered_search: {
        Args: {
          category?: string | null
          filters?: Json | null
          query: string
          result_limit?: number | null
          result_offset?: number | null
          sort?: string | null
          today?: string | null
          with_unstated?: boolean | null
        }
        Returns: Json
      }
      filters_that_find: {
        Args: {
          today?: string | null
        }
        Returns: Json
      }
      finish_reports: {
        Args: {
          content_table: string
          record_id: number
          up_to: number
        }
        Returns: string
      }
      home_board: {
        Args: {
          page_sizes?: Json | null
          today?: string | null
        }
        Returns: Json
      }
      is_admin: {
        Args: Record<never, never>
        Returns: boolean
      }
      is_staff: {
        Args: Record<never, never>
        Returns: boolean
      }
      keep_record_open: {
        Args: {
          is_closed?: boolean | null
          page: string
          record_id: number
          table_name: string
        }
        Returns: Json
      }
      list_notices: {
        Args: {
          after_id?: number | null
          after_posted_at?: string | null
          after_rank?: number | null
          content_table: string
          only_status?: string | null
          page_size?: number | null
          search?: string | null
        }
        Returns: Json
      }
      may_delete: {
        Args: {
          table_name: string
        }
        Returns: boolean
      }
      newest_notices: {
        Args: {
          content_table?: string | null
          wanted?: number | null
        }
        Returns: Json
      }
      notice_states: {
        Args: {
          wanted: Json
        }
        Returns: Json
      }
      notice_surroundings: {
        Args: {
          content_table: string
          links: string[]
          organization_id?: number | null
          own_slug?: string | null
          title: string
        }
        Returns: Json
      }
      notice_with_siblings: {
        Args: {
          content_table: string
          slug: string
        }
        Returns: Json
      }
      preview_notice: {
        Args: {
          token: string
        }
        Returns: Json
      }
      push_follows: {
        Args: {
          endpoint: string
        }
        Returns: Json
      }
      push_growth: {
        Args: {
          days: number
        }
        Returns: Json
      }
      push_history: {
        Args: {
          before?: number | null
          most: number
        }
        Returns: Json
      }
      push_history_count: {
        Args: Record<never, never>
        Returns: number
      }
      push_list_topics: {
        Args: {
          content_table: string
          filters: Json
          with_unstated?: boolean | null
        }
        Returns: Json
      }
      push_open: {
        Args: Record<never, never>
        Returns: Json
      }
      push_preferences: {
        Args: {
          endpoint: string
        }
        Returns: Json
      }
      push_topics: {
        Args: {
          content_table: string
          slug: string
        }
        Returns: Json
      }
      reassign_and_delete: {
        Args: {
          reference_id: number
          reference_table: string
          target_id: number
        }
        Returns: number
      }
      record_history: {
        Args: {
          before_id?: number | null
          page_size?: number | null
          row_id: number
          table_name: string
        }
        Returns: Json
      }
      recruitment_page: {
        Args: {
          slug: string
        }
        Returns: Json
      }
      reference_uses: {
        Args: {
          reference_id: number
          reference_table: string
          titles_each?: number | null
        }
        Returns: string[]
      }
      remove_second_factor: {
        Args: {
          member: string
        }
        Returns: string
      }
      rename_staff_member: {
        Args: {
          member: string
          new_name: string
        }
        Returns: string
      }
      reported_notices: {
        Args: {
          most: number
        }
        Returns: Json
      }
      resolve_slug: {
        Args: {
          content_table: string
          slug: string
        }
        Returns: Json
      }
      restore_deleted: {
        Args: {
          wanted: Json
        }
        Returns: Json
      }
      row_authors: {
        Args: {
          row_ids: number[]
          table_name: string
        }
        Returns: Json
      }
      row_of_act: {
        Args: {
          act: string
          table_name: string
        }
        Returns: number
      }
      search_notices: {
        Args: {
          categories?: string[] | null
          query: string
          result_limit?: number | null
          result_offset?: number | null
        }
        Returns: Json
      }
      search_suggestions: {
        Args: {
          query: string
          result_limit?: number | null
        }
        Returns: Json
      }
      sitemap: {
        Args: {
          page_count?: number | null
        }
        Returns: Json
      }
      sitemap_changes: {
        Args: Record<never, never>
        Returns: Json
      }
      sitemap_entries: {
        Args: {
          content_table: string
          part: number
        }
        Returns: Json
      }
      staff_access: {
        Args: Record<never, never>
        Returns: Json
      }
      staff_members: {
        Args: Record<never, never>
        Returns: Json
      }
      trending_notices: {
        Args: {
          result_limit?: number | null
        }
        Returns: Json
      }
      undo_act: {
        Args: {
          act: string
        }
        Returns: Json
      }
    }
  }
}
